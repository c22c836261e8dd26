import { toast } from '../../ui/toasts/toast.ts'

interface SharedPage {
  title: string
  path: string
  what: 'post' | 'profile'
}

/** Shares the address of a page through the system's share sheet, or copies it where there is none. */
export async function sharePage({ title, path, what }: SharedPage): Promise<void> {
  const page = { title, url: new URL(path, location.origin).href }
  // Not in every browser, though TypeScript declares it.
  if (typeof navigator.canShare === 'function' && navigator.canShare(page)) {
    // Rejects if the user closes the sheet, or if the browser refuses. Neither needs a message.
    await navigator.share(page).catch(() => {})
    return
  }
  try {
    await navigator.clipboard.writeText(page.url)
    toast.info('Link copied')
  } catch {
    toast.warning(`The link could not be copied. Open the ${what} and copy its address from the browser.`)
  }
}
