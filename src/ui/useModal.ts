import { useEffect, type RefObject } from 'react'

/** Marks the history entry of an open dialog. */
const mark = 'weftDialog'

/**
 * Opens a dialog as modal when it mounts. It has an entry in the history, so that the browser's Back closes it instead of
 * leaving the page. Returns the listener for its `close` event, which calls `onClose`. Links in it must replace its entry.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): () => void {
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
  }, [dialog])

  return () => {
    if (isMarked()) history.back()
    onClose()
  }
}

function isMarked(): boolean {
  return Boolean(history.state?.[mark])
}
