import { toast } from '../../../ui/toasts/toast.ts'

interface SharedPage {
  title: string
  path: string
  what: 'post' | 'profile'
}

/** Shares the address of a page through the system's share sheet. Copies it if there is none or the browser refuses. */
export async function sharePage({ title, path, what }: SharedPage): Promise<void> {
  const page = { title, url: new URL(path, location.origin).href }
  // Not in every browser, though TypeScript declares it.
  if (typeof navigator.canShare === 'function' && navigator.canShare(page)) {
    try {
      await navigator.share(page)
      return
    } catch (error) {
      // The user has closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(page.url)
    toast.info('Link copied')
  } catch {
    toast.warning(`The link could not be copied. Open the ${what} and copy its address from the browser.`)
  }
}
