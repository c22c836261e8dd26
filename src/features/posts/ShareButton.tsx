import { Share2 } from 'lucide-react'
import { toast } from '../../ui/toasts/toast.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Action.module.css'
import { postTitle } from './postTexts.ts'

interface ShareButtonProps {
  post: { id: string } & Parameters<typeof postTitle>[0]
}

/** Shares the address of a post through the system's share sheet, or copies it where there is none. */
export function ShareButton({ post }: ShareButtonProps) {
  const share = () => void sharePage({ title: postTitle(post), url: new URL(`/post/${post.id}`, location.origin).href })
  return (
    <button type="button" className={styles.action} aria-label="Share" onClick={share}>
      <Icon of={Share2} />
    </button>
  )
}

async function sharePage(page: { title: string; url: string }): Promise<void> {
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
    toast.warning('The link could not be copied. Open the post and copy its address from the browser.')
  }
}
