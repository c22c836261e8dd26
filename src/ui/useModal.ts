import { useEffect, useRef, type RefObject } from 'react'

/** Marks the history entry of an open dialog. */
const mark = 'weftDialog'

/**
 * Opens a dialog as modal when it mounts. It has an entry in the history, so that the browser's Back closes it instead of
 * leaving the page. Call the returned `onClose` when it has closed. Links in it must replace its entry.
 */
export function useModal(onClose: () => void): { dialog: RefObject<HTMLDialogElement | null>; onClose: () => void } {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    element.showModal()
    // The router's own state stays in the entry: for the router, it is the same location.
    if (!isMarked()) history.pushState({ ...history.state, [mark]: true }, '')
    const closeOnBack = () => {
      if (!isMarked()) element.close()
    }
    window.addEventListener('popstate', closeOnBack)
    return () => window.removeEventListener('popstate', closeOnBack)
  }, [])

  return {
    dialog,
    onClose: () => {
      if (isMarked()) history.back()
      onClose()
    },
  }
}

function isMarked(): boolean {
  return Boolean(history.state?.[mark])
}
