import { useEffect, useState, type FormEvent } from 'react'
import { textLimits } from '../../../shared/textLimits.ts'
import { isVisible } from '../../../shared/visibleText.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { useSession } from '../../session/session.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Surface } from '../../ui/Surface.tsx'
import { focusInvalid, useTextLimit } from '../../ui/fields/useTextLimit.tsx'
import { usePreferences } from '../../ui/preferences/preferences.ts'
import { newDraft, retryLabel, uploadedMediaOf, type RepliedPost } from '../drafts/draft.ts'
import { draftId, editDraft, hasFocus, useDraft } from '../drafts/draftStore.ts'
import { useFormState } from '../drafts/sendDraft.ts'
import { MediaAttachment } from '../attachments/MediaAttachment.tsx'
import { MediaPickers } from '../attachments/MediaPickers.tsx'
import { useAttachment } from '../attachments/useAttachment.ts'
import { MentionTextArea } from '../mentions/MentionTextArea.tsx'
import styles from './Composer.module.css'
import { ComposerHint } from './ComposerHint.tsx'
import { DraftNotes } from './DraftNotes.tsx'
import { sendPost } from './sendPost.ts'

interface ComposerProps {
  /** The post that the form answers. Default: the form is for a new post. */
  inReplyTo?: RepliedPost
  /** Whether that post is there no more: the text stays, but cannot be sent. */
  isParentDeleted?: boolean
}

/**
 * The form for a new post or a reply: text, and a picture or video. Its contents are a draft, which stays until it is
 * posted. Without a draft and the focus, the form for a reply is folded to one row.
 */
export function Composer({ inReplyTo, isParentDeleted = false }: ComposerProps) {
  const scope = useSessionScope()
  const session = useSession()
  const newPost = () => newDraft('post', { text: '', ...(inReplyTo && { inReplyTo }) })
  const id = draftId(scope, { kind: 'post', ...(inReplyTo && { inReplyTo }) })
  const draft = useDraft('post', id)
  const state = useFormState(draft)
  const busy = state.type === 'sending'
  const failure = state.type === 'failed' ? state.message : undefined
  const attachment = useAttachment({ id, draft, newDraft: newPost, busy })
  const [isUsed, setUsed] = useState(false)
  const isReply = inReplyTo !== undefined
  const isFolded = isReply && !isUsed && !draft
  const label = inReplyTo ? `Reply to ${inReplyTo.name}` : 'New post'
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
  const ready = failure === undefined && isComplete && !isParentDeleted

  // Folds after a click or a key, not on blur: what is below the form would move away from a press.
  useEffect(() => {
    if (!isReply || !isUsed) return undefined
    const fold = () => setUsed(hasFocus(id))
    document.addEventListener('click', fold)
    document.addEventListener('keyup', fold)
    return () => {
      document.removeEventListener('click', fold)
      document.removeEventListener('keyup', fold)
    }
  }, [isReply, isUsed, id])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !ready || focusInvalid(event.currentTarget)) return
    if (asksForAlt && !isReminded) setRemindedId(media.file.id)
    else {
      // The next post does not say that a file was refused.
      attachment.forgetRefusal()
      void sendPost(scope, id).then(() => setUsed(hasFocus(id)))
    }
  }

  return (
    <Surface
      as="form"
      className={classes(styles.composer, isReply && styles.reply, isFolded && styles.folded)}
      aria-label={isReply ? label : undefined}
      data-draft={id}
      onSubmit={submit}
      {...attachment.dropTarget}
    >
      <div className={styles.body}>
        <Avatar src={session?.user.avatar ?? ''} />
        <MentionTextArea
          {...control}
          className={styles.text}
          fieldClassName={styles.field}
          aria-label={label}
          data-reply={isReply ? '' : undefined}
          placeholder={isReply ? label : 'What are you making today?'}
          rows={isFolded ? 1 : isReply ? 3 : 5}
          cols={100}
          value={text}
          readOnly={busy}
          onFocus={() => setUsed(true)}
          onChange={({ target }) => editDraft(id, newPost(), { text: target.value })}
        />
        {(media !== undefined || isRefused) && (
          <MediaAttachment
            className={styles.media}
            attachment={attachment}
            busy={busy}
            altReminder={isReminded ? `, or press ${repeatLabel}` : undefined}
          />
        )}
      </div>
      {draft && failure !== undefined && !isParentDeleted && (
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
