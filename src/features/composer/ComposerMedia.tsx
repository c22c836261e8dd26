import { attachFile, editDraft, useDraft } from '../drafts/drafts.ts'
import { MediaAttachment } from '../media/MediaAttachment.tsx'
import type { AttachmentForm } from '../media/useAttachment.ts'
import styles from './Composer.module.css'
import { useIsSending } from './inFlight.ts'
import { retryLabel } from './sendPost.ts'

interface ComposerMediaProps {
  /** The id of the draft. */
  id: string
  attachment: AttachmentForm
  /** Whether to show the reminder that the alt text is missing. */
  showsAltReminder: boolean
}

/** The picture or video of a new post. */
export function ComposerMedia({ id, showsAltReminder, ...props }: ComposerMediaProps) {
  const draft = useDraft(id)
  const again = draft?.failed === undefined ? 'Post again' : retryLabel(draft)
  return (
    <MediaAttachment
      {...props}
      id={id}
      className={styles.media}
      busy={useIsSending(draft)}
      altReminder={showsAltReminder ? `, or press ${again}` : undefined}
      attach={(file) => attachFile(id, file)}
      changeAlt={(alt) => editDraft(id, { alt })}
    />
  )
}
