import { useState, type FormEvent } from 'react'
import { textLimits } from '../../../shared/textLimits.ts'
import { submitOnCommandEnter } from '../../lib/keys.ts'
import { isVisible } from '../../lib/visibleText.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { useSession } from '../../session/session.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Surface } from '../../ui/Surface.tsx'
import { focusInvalid, useTextLimit } from '../../ui/fields/useTextLimit.tsx'
import { usePreferences } from '../../ui/preferences/preferences.ts'
import { newDraft, retryLabel, uploadedMediaOf } from '../drafts/draft.ts'
import { draftId, editDraft, useDraft } from '../drafts/draftStore.ts'
import { useFormState } from '../drafts/sendDraft.ts'
import { MediaAttachment } from '../attachments/MediaAttachment.tsx'
import { MediaPickers } from '../attachments/MediaPickers.tsx'
import { useAttachment } from '../attachments/useAttachment.ts'
import { HighlightOverlay } from '../texts/HighlightOverlay.tsx'
import overlayStyles from '../texts/HighlightOverlay.module.css'
import styles from './Composer.module.css'
import { ComposerHint } from './ComposerHint.tsx'
import { DraftNotes } from './DraftNotes.tsx'
import { sendPost } from './sendPost.ts'

/** The form for a new post: text, and a picture or video. Its contents are a draft, which stays until it is posted. */
export function Composer() {
  const scope = useSessionScope()
  const session = useSession()
  const id = draftId(scope, { kind: 'post' })
  const draft = useDraft('post', id)
  const form = useFormState(draft)
  const busy = form.type === 'sending'
  const failure = form.type === 'failed' ? form.message : undefined
  const attachment = useAttachment({ id, draft, newDraft: newPost, busy })
  const [isUsed, setUsed] = useState(false)
  const { text = '', media } = draft ?? {}
  const isRefused = attachment.state.status === 'refused'
  const lacksAlt = !isRefused && media?.file.type === 'IMAGE' && media.alt.trim() === ''
  const asksForAlt = usePreferences().altReminder === 'on' && lacksAlt
  /** The id of the picture for whose alt text the reminder shows. Posting again sends it without one. */
  const [remindedId, setRemindedId] = useState<string>()
  const isReminded = media !== undefined && media.file.id === remindedId
  const repeatLabel = draft && failure !== undefined ? retryLabel(draft) : 'Post again'
  const { control, note } = useTextLimit(text, textLimits.content)
  const isComplete = draft?.media ? uploadedMediaOf(draft) !== undefined : isVisible(text)
  const ready = failure === undefined && isComplete

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !ready || focusInvalid(event.currentTarget)) return
    if (asksForAlt && !isReminded) setRemindedId(media.file.id)
    else {
      // The next post does not say that a file was refused.
      attachment.forgetRefusal()
      void sendPost(scope, id)
    }
  }

  return (
    <Surface
      as="form"
      className={styles.composer}
      data-draft={id}
      onSubmit={submit}
      onFocus={() => setUsed(true)}
      {...attachment.dropTarget}
    >
      <div className={styles.body}>
        <Avatar src={session?.user.avatar ?? ''} />
        <div className={classes(overlayStyles.field, styles.field)}>
          <textarea
            className={styles.text}
            {...control}
            aria-label="New post"
            dir="auto"
            placeholder="What are you making today?"
            rows={5}
            cols={100}
            value={text}
            readOnly={busy}
            onChange={({ target }) => editDraft(id, newPost(), { text: target.value })}
            onKeyDown={submitOnCommandEnter}
          />
          {text !== '' && <HighlightOverlay text={text} className={styles.text} />}
        </div>
        {(media !== undefined || isRefused) && (
          <MediaAttachment
            className={styles.media}
            attachment={attachment}
            busy={busy}
            altReminder={isReminded ? `, or press ${repeatLabel}` : undefined}
          />
        )}
      </div>
      {draft && failure !== undefined && (
        <DraftNotes draft={draft} failure={failure} onRetry={() => void sendPost(scope, id)} />
      )}
      <div className={styles.foot}>
        <MediaPickers disabled={busy || attachment.isFull} onPick={attachment.pickFile} />
        {(isUsed || draft) && <ComposerHint id={id} draft={draft} />}
        {note}
        <div className={styles.post}>
          <Button type="submit" variant="primary" busy={busy} aria-disabled={busy || !ready || undefined}>
            Post
          </Button>
        </div>
      </div>
    </Surface>
  )
}

const newPost = () => newDraft('post', { text: '' })
