import { vi } from 'vitest'

/** Blocks the next read of the start of a file, like a slow disk, until `release` is called. */
export function holdNextCheck() {
  return holdReads((blob) => !(blob instanceof File))
}

/** Blocks the next read of a whole file, which saves it with its draft, until `release` is called. */
export function holdNextSave() {
  return holdReads((blob) => blob instanceof File)
}

function holdReads(isHeld: (blob: Blob) => boolean) {
  const started = gate()
  const released = gate()
  const read = Blob.prototype.arrayBuffer
  let isHolding = true
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function (this: Blob) {
    if (isHolding && isHeld(this)) {
      isHolding = false
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
