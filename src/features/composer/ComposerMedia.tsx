import { attachFile } from '../drafts/draftFiles.ts'
import { editDraft, useDraft } from '../drafts/drafts.ts'
import { MediaAttachment } from '../media/MediaAttachment.tsx'
import type { PickedFile } from '../media/usePickedFile.ts'
import styles from './Composer.module.css'
import { useIsSending } from './inFlight.ts'

interface ComposerMediaProps {
  /** The id of the draft. */
  id: string
  picked: PickedFile | null
  onChecked: () => void
  /** Whether to ask for the missing alt text. */
  showsAltReminder: boolean
}

/** The picture or video of a new post. */
export function ComposerMedia({ id, ...props }: ComposerMediaProps) {
  return (
    <MediaAttachment
      {...props}
      id={id}
      className={styles.media}
      busy={useIsSending(useDraft(id))}
      attach={(file) => attachFile(id, file)}
      changeAlt={(alt) => editDraft(id, { alt })}
    />
  )
}
