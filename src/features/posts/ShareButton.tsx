import { Share2 } from 'lucide-react'
import { toast } from '../../ui/toasts/toast.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Action.module.css'

/** Shares the URL of a post through the device's share sheet on touch screens, else through the clipboard. */
export function ShareButton({ postId }: { postId: string }) {
  return (
    <button type="button" className={styles.action} aria-label="Share" onClick={() => void share(postId)}>
      <Icon of={Share2} />
    </button>
  )
}

async function share(postId: string): Promise<void> {
  const url = new URL(`/post/${postId}`, location.origin).href
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ url })
      return
    }
    await navigator.clipboard.writeText(url)
    toast.info('Link copied')
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast.info(`The link to this post is ${url}`)
  }
}
