import { vi } from 'vitest'

/** Blocks the next read of the start of a file, like a slow disk, until `release` is called. */
export function holdNextCheck() {
  return holdNextRead((blob) => !(blob instanceof File))
}

/** Blocks the next read of a whole file, which saves it with its draft, until `release` is called. */
export function holdNextSave() {
  return holdNextRead((blob) => blob instanceof File)
}

function holdNextRead(isHeld: (blob: Blob) => boolean) {
  const started = gate()
  const released = gate()
  const read = Blob.prototype.arrayBuffer
  let wasHeld = false
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function (this: Blob) {
    if (!wasHeld && isHeld(this)) {
      wasHeld = true
      started.open()
      await released.opened
    }
    return read.call(this)
  })
  return { started: started.opened, release: released.open }
}

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
