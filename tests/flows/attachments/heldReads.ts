import { vi } from 'vitest'

/** Blocks the next read of the start of a file, like a slow disk, until `release` is called. */
export function holdNextCheck() {
  return holdReads((blob) => !(blob instanceof File))
}

/** Blocks each read of the start of a file until `release` is called. */
export function holdChecks() {
  return holdReads((blob) => !(blob instanceof File), { max: Infinity })
}

/** Blocks the next read of a whole file, which saves it with its draft, until `release` is called. */
export function holdNextSave() {
  return holdReads((blob) => blob instanceof File)
}

function holdReads(isHeld: (blob: Blob) => boolean, { max = 1 } = {}) {
  const started = gate()
  const released = gate()
  const read = Blob.prototype.arrayBuffer
  let held = 0
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function (this: Blob) {
    if (held < max && isHeld(this)) {
      held += 1
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
