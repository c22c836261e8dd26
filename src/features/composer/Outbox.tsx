import { CircleAlert, Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { excerpt } from '../../lib/excerpt.ts'
import { useSessionScope } from '../../session/scope.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusMain } from '../../ui/pageFocus.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { readDraftFile } from '../drafts/draftFiles.ts'
import {
  changeDraft,
  draftId,
  isUploaded,
  newKey,
  readDraft,
  removeDraft,
  useDraft,
  useDrafts,
  type Draft,
  type DraftFile,
} from '../drafts/drafts.ts'
import styles from './Composer.module.css'
import { markDeletedEdits } from './deletedEdits.ts'
import { useIsSending } from './inFlight.ts'
import { isRepeatable, isWaiting, maybePosted, sendPost } from './sendPost.ts'
import { useAutomaticRetry } from './useAutomaticRetry.ts'

/**
 * The posts that the backend has not confirmed, and the edits of posts that were deleted meanwhile. The posts that wait
 * for the connection are sent when it returns, one after the other, the oldest first.
 */
export function Outbox() {
  const scope = useSessionScope()
  const own = draftId('')
  const kept = [...useDrafts()]
    .filter(([id, { deleted }]) => id.startsWith(`${own}unsent:`) || (deleted && id.startsWith(own)))
    .toSorted(([, { sentAt: one = 0 }], [, { sentAt: other = 0 }]) => one - other)
  const next = kept.find(([id, draft]) => isWaiting(id, draft))?.[0]

  useAutomaticRetry(scope, next)
  useEffect(() => markDeletedEdits(scope), [scope])

  if (kept.length === 0) return null
  return (
    <section className={styles.kept} aria-label="Unconfirmed posts">
      {kept.map(([id]) => (
        <UnsentPost key={id} id={id} />
      ))}
    </section>
  )
}

function UnsentPost({ id }: { id: string }) {
  const scope = useSessionScope()
  const draft = useDraft(id)
  const [isUploading, setUploading] = useState(false)
  const isSending = useIsSending(draft) || isUploading
  if (!draft) return null
  const { text, file, alt = '', deleted } = draft
  const waits = isWaiting(id, draft)
  const canRepeat = !deleted && isRepeatable(draft)

  const postAsNew = async () => {
    setUploading(true)
    try {
      const key = newKey()
      const unsent = draftId(`unsent:${key}`)
      const attached = file && { file: await uploadFile(file), alt }
      changeDraft(unsent, () => ({ text, key, ...attached }))
      removeDraft(id)
      await sendPost(scope, unsent)
    } catch (error) {
      reportError(error)
      toast.error('The file could not be uploaded. Try again.')
    }
    setUploading(false)
  }
  const discard = () => {
    const discarded = readDraft(id)
    removeDraft(id)
    focusMain()
    if (discarded)
      toast.info('Post discarded', {
        action: { label: 'Undo', run: () => changeDraft(id, () => discarded), signal: scope.signal },
      })
  }

  return (
    <Banner
      icon={waits ? Clock : CircleAlert}
      tone={waits ? 'warning' : 'danger'}
      actions={
        <>
          <Button
            size="sm"
            variant="outline"
            busy={isSending}
            onClick={() => void (canRepeat ? sendPost(scope, id) : postAsNew())}
          >
            {canRepeat ? 'Retry' : 'Post as new'}
          </Button>
          <Button size="sm" variant="quiet" disabled={isSending} onClick={discard}>
            Discard
          </Button>
        </>
      }
    >
      <b>{headingOf(draft, waits)}</b>
      <br />
      {excerpt(text, 80) || file?.name}
    </Banner>
  )
}

function headingOf(draft: Draft, waits: boolean): string {
  const { deleted, failed = '', request } = draft
  if (deleted) return 'The post you were editing was deleted.'
  if (waits) return 'Waiting to send'
  if (isRepeatable(draft)) return `A post was not confirmed. ${failed}`
  return request ? maybePosted : failed
}

/** Uploads the file of a draft, unless it is uploaded. */
async function uploadFile(file: DraftFile): Promise<DraftFile> {
  if (isUploaded(file)) return file
  const [source, { uploadMedia }] = await Promise.all([readDraftFile(file.id), import('../media/uploadMedia.ts')])
  if (!source) throw new Error('The file of this draft could not be read.')
  const uploaded = await uploadMedia(source, file.type, { onProgress: () => {}, signal: new AbortController().signal })
  return { ...file, uploaded, uploadedAt: Date.now() }
}
