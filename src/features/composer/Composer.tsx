import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { codeNotLoaded } from '../../../shared/codeNotLoaded.ts'
import { textLimits } from '../../../shared/textLimits.ts'
import { reportError } from '../../lib/reportError.ts'
import { submitOnCommandEnter } from '../../lib/keys.ts'
import { lazyComponent, lazyWhenIdle, preloadWhenIdle } from '../../lib/lazyComponent.ts'
import { loadModule } from '../../lib/loadModule.ts'
import { isVisible } from '../../lib/visibleText.ts'
import { useSessionScope, type SessionScope } from '../../session/sessionScope.ts'
import { useSession } from '../../session/session.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { OptionalPart } from '../../ui/OptionalPart.tsx'
import { Surface } from '../../ui/Surface.tsx'
import { FieldError } from '../../ui/fields/FormField.tsx'
import { focusInvalid, useTextLimit } from '../../ui/fields/useTextLimit.tsx'
import { usePreferences } from '../../ui/preferences/preferences.ts'
import { newDraft, retryLabel, uploadedMediaOf } from '../drafts/draft.ts'
import { draftId, editDraft, updateDraft, useDraft } from '../drafts/draftStore.ts'
import { useFormState } from '../drafts/sendDraft.ts'
import { MediaPickers } from '../attachments/MediaPickers.tsx'
import { useAttachment } from '../attachments/useAttachment.ts'
import overlayStyles from '../posts/text/HighlightOverlay.module.css'
import styles from './Composer.module.css'

/** Loads the parts of the composer that most visits do not need. */
const loadParts = loadModule(() => import('./composer.chunk.ts'))

const ComposerHint = lazyComponent(loadParts, (parts) => parts.ComposerHint)
const DraftNotes = lazyComponent(loadParts, (parts) => parts.DraftNotes)
const HighlightOverlay = lazyComponent(loadParts, (parts) => parts.HighlightOverlay)
const MediaAttachment = lazyComponent(loadParts, (parts) => parts.MediaAttachment)

/** Loads when the page is idle, with the other parts, which have then loaded before the composer needs them. */
export const Outbox = lazyWhenIdle(loadParts, (parts) => parts.Outbox)

/** The form for a new post: text, and a picture or video. Its contents are a draft, which stays until it is posted. */
export function Composer() {
  const scope = useSessionScope()
  const session = useSession()
  const id = draftId(scope, 'new')
  const draft = useDraft('post', id)
  const form = useFormState(draft)
  const busy = form.type === 'sending'
  const failure = form.type === 'failed' ? form.message : undefined
  const attachment = useAttachment({ id, draft, newDraft: newPost, busy })
  const { pick, unreadableId, pickFile, cancelPick, dropTarget } = attachment
  const [isUsed, setUsed] = useState(false)
  const { text = '', media } = draft ?? {}
  const lacksAlt = unreadableId === null && media?.file.type === 'IMAGE' && media.alt.trim() === ''
  const asksForAlt = usePreferences().altReminder === 'on' && lacksAlt
  /** The id of the picture for whose alt text the reminder shows. Posting again sends it without one. */
  const [remindedId, setRemindedId] = useState<string>()
  const isReminded = media !== undefined && media.file.id === remindedId
  const repeatLabel = draft && failure !== undefined ? retryLabel(draft) : 'Post again'
  const { control, note } = useTextLimit(text, textLimits.content)
  const isPicking = 'file' in pick
  const isComplete = draft?.media ? uploadedMediaOf(draft) !== undefined : isVisible(text)
  const ready = failure === undefined && !isPicking && isComplete

  // So that it does not suspend. Its chunk also has `attachPicked`: a chosen file is then checked and saved at once.
  useEffect(() => preloadWhenIdle(MediaAttachment), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !ready || focusInvalid(event.currentTarget)) return
    if (asksForAlt && !isReminded) setRemindedId(media.file.id)
    else {
      // The next post does not say that a file was refused.
      cancelPick()
      void send(scope, id)
    }
  }

  return (
    <Surface as="form" className={styles.composer} onSubmit={submit} onFocus={() => setUsed(true)} {...dropTarget}>
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
          {text !== '' && (
            <OptionalPart>
              <HighlightOverlay text={text} className={styles.text} />
            </OptionalPart>
          )}
        </div>
        <Part fallbackText={failure} resetKey={isPicking ? pick.file.id : failure}>
          {(media !== undefined || pick.status !== 'none') && (
            <MediaAttachment
              className={styles.media}
              attachment={attachment}
              busy={busy}
              altReminder={isReminded ? `, or press ${repeatLabel}` : undefined}
            />
          )}
        </Part>
      </div>
      {draft && (failure !== undefined || draft.others !== undefined) && (
        <Part fallbackText={failure}>
          <DraftNotes id={id} draft={draft} failure={failure} onRetry={() => void send(scope, id)} />
        </Part>
      )}
      <div className={styles.foot}>
        <MediaPickers disabled={busy} onPick={pickFile} />
        {(isUsed || draft) && (
          <Part fallbackText={failure}>
            <ComposerHint id={id} draft={draft} />
          </Part>
        )}
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

async function send(scope: SessionScope, id: string): Promise<void> {
  const parts = await loadParts().catch((error: unknown) => {
    reportError(error)
    updateDraft('post', id, (draft) => ({ ...draft, status: { type: 'failed', message: codeNotLoaded } }))
  })
  await parts?.sendPost(scope, id)
}

interface PartProps {
  /** The message if the code does not load. Default: that it did not load. */
  fallbackText: string | undefined
  resetKey?: unknown
  children: ReactNode
}

/** A part of the form whose code loads when it is needed. */
function Part({ fallbackText = codeNotLoaded, resetKey, children }: PartProps) {
  return (
    <OptionalPart fallback={<FieldError className={styles.problem}>{fallbackText}</FieldError>} resetKey={resetKey}>
      {children}
    </OptionalPart>
  )
}
