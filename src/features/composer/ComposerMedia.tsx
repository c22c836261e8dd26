import type { PostDraft } from '../drafts/draft.ts'
import { MediaAttachment } from '../media/MediaAttachment.tsx'
import type { AttachmentForm } from '../media/useAttachment.ts'
import styles from './Composer.module.css'
import { retryLabel } from './sendPost.ts'

interface ComposerMediaProps {
  draft: PostDraft | undefined
  attachment: AttachmentForm
  busy: boolean
  /** Whether to show the reminder that the alt text is missing. */
  showsAltReminder: boolean
}

/** The picture or video of a new post. */
export function ComposerMedia({ draft, showsAltReminder, ...props }: ComposerMediaProps) {
  const again = draft?.status.type === 'failed' ? retryLabel(draft) : 'Post again'
  return (
    <MediaAttachment
      {...props}
      className={styles.media}
      altReminder={showsAltReminder ? `, or press ${again}` : undefined}
    />
  )
}
