import { Share2 } from 'lucide-react'
import { Icon } from '../../../ui/images/Icon.tsx'
import styles from './Action.module.css'
import { postTitle } from '../../texts/postTexts.ts'
import { sharePage } from './sharePage.ts'

interface ShareButtonProps {
  post: { id: string } & Parameters<typeof postTitle>[0]
}

/** Shares the address of a post through the system's share sheet, or copies it where there is none. */
export function ShareButton({ post }: ShareButtonProps) {
  const share = () => void sharePage({ title: postTitle(post), path: `/post/${post.id}`, what: 'post' })
  return (
    <button type="button" className={styles.action} aria-label="Share" onClick={share}>
      <Icon of={Share2} />
    </button>
  )
}
