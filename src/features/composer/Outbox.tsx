import { CircleAlert, Clock } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { appPages, pageAt } from '../../../shared/appPages.ts'
import { checkConnection } from '../../apollo/connectionCheck.ts'
import { serverRefusalIn } from '../../backend/refusals.ts'
import { reportError } from '../../lib/reportError.ts'
import { useLostConnections } from '../../backend/connection.ts'
import type { MediaInput } from '../../generated/types.ts'
import { createStore, useStore } from '../../lib/createStore.ts'
import { excerpt } from '../../../shared/excerpt.ts'
import { sessionState, useSessionScope, type SessionScope } from '../../session/sessionScope.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusMain } from '../../ui/pageFocus.ts'
import { toast } from '../../ui/toasts/toast.ts'
import {
  fileOf,
  isRepeatable,
  newDraft,
  uploadedMediaOf,
  type Draft,
  type DraftFile,
  type EditDraft,
  type PostDraft,
} from '../drafts/draft.ts'
import { readDraftFile } from '../drafts/draftFiles.ts'
import {
  allDrafts,
  isInOutbox,
  outboxId,
  removeDraft,
  replaceDraft,
  useOwnDrafts,
  writeDraft,
} from '../drafts/draftStore.ts'
import { useFormState } from '../drafts/sendDraft.ts'
import { uploadMedia } from '../attachments/uploadMedia.ts'
import styles from './Composer.module.css'
import { startOutbox } from './startOutbox.ts'
import { isWaiting, parentDeleted, sendPost } from './sendPost.ts'

/**
 * The posts and replies that the backend has not accepted, the oldest first, and the edits of posts and replies to posts
 * that were deleted meanwhile. A reply that waits to be sent is not shown where no replies are, on Home and Explore.
 */
export function Outbox() {
  const scope = useSessionScope()
  const page = pageAt(useLocation().pathname)
  const hasReplies = page !== appPages.home && page !== appPages.explore
  useEffect(() => startOutbox(scope), [scope])
  const isShown = (id: string, draft: PostDraft | EditDraft) =>
    hasReplies || draft.kind === 'edit' || !draft.inReplyTo || !isWaiting(scope, id, draft)
  const unsent = useOwnDrafts()
    .flatMap(([id, draft]) => (isListed(scope, id, draft) && isShown(id, draft) ? [{ id, draft }] : []))
    .toSorted(({ draft: one }, { draft: other }) => (one.request.sentAt ?? 0) - (other.request.sentAt ?? 0))

  if (unsent.length === 0) return null
  return (
    <section className={styles.unsent} aria-label="Unsent posts">
      {unsent.map((post) => (
        <UnsentPost key={post.id} {...post} />
      ))}
    </section>
  )
}

/** Returns whether the outbox shows a draft. */
function isListed(scope: SessionScope, id: string, draft: Draft): draft is PostDraft | EditDraft {
  if (draft.kind === 'edit') return draft.isDeleted === true && !draft.isDeletedByViewer
  return draft.kind === 'post' && (isInOutbox(scope, id) || draft.isParentDeleted === true)
}

/**
 * The ids of the drafts whose files are being uploaded for a new post. In the session, because a navigation mounts another
 * outbox while the upload goes on.
 */
const uploadingOf = sessionState(() => createStore<ReadonlySet<string>>(new Set()))

function UnsentPost({ id, draft }: { id: string; draft: PostDraft | EditDraft }) {
  const scope = useSessionScope()
  const isLost = useLostConnections().has('backend')
  const form = useFormState(draft)
  const uploading = uploadingOf(scope)
  const isUploading = useStore(uploading, (ids) => ids.has(id))
  const waits = isWaiting(scope, id, draft)
  // A post that waits for the connection can be discarded.
  const isSending = isUploading || (form.type === 'sending' && !isLost)
  const canRepeat = draft.kind === 'post' && isRepeatable(draft) && !draft.isParentDeleted

  const retry = () => {
    void sendPost(scope, id)
    // The return of the connection ends the pause before the next resend.
    if (isLost) void checkConnection(scope)
  }
  const postAsNew = async () => {
    if (uploading.get().has(id)) return
    uploading.update((ids) => new Set([...ids, id]))
    try {
      const post = await newPostOf(scope, draft)
      // Another tab may have discarded it meanwhile.
      if (!allDrafts().has(id)) return
      const newId = outboxId(scope, post.request.key)
      replaceDraft(id, newId, post)
      await sendPost(scope, newId)
    } catch (error) {
      if (scope.signal.aborted) return
      reportError(error)
      toast.error(serverRefusalIn(error) ?? 'The file could not be uploaded. Try again.')
    } finally {
      uploading.update((ids) => new Set([...ids].filter((other) => other !== id)))
    }
  }
  const undo = () => {
    // Closing the toast would lose the focus.
    focusMain()
    writeDraft(id, draft)
    if (waits) void sendPost(scope, id)
  }
  const discard = () => {
    removeDraft(id)
    focusMain()
    toast.info('Post discarded', {
      action: { label: 'Undo', run: undo },
      signal: scope.signal,
    })
  }

  return (
    <Banner
      icon={waits ? Clock : CircleAlert}
      tone={waits ? 'warning' : 'danger'}
      actions={
        <>
          <Button size="sm" variant="outline" busy={isSending} onClick={canRepeat ? retry : () => void postAsNew()}>
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
      {draft.kind === 'post' && draft.inReplyTo && `Reply to ${draft.inReplyTo.name}: `}
      {excerpt(draft.text, 80) || fileOf(draft)?.name}
    </Banner>
  )
}

function headingOf(draft: PostDraft | EditDraft, waits: boolean): string {
  if (draft.kind === 'edit') return 'The post you were editing was deleted.'
  if (draft.isParentDeleted) return parentDeleted
  if (waits) return 'Waiting to send'
  return draft.status.type === 'failed' ? draft.status.message : 'Not sent.'
}

/** Returns a new post of what is in a draft. Uploads its file, unless the backend still has it. */
async function newPostOf(scope: SessionScope, draft: PostDraft | EditDraft): Promise<PostDraft> {
  const { text, media, upload } = draft
  const { file, alt = '' } = media ?? {}
  const isReply = draft.kind === 'post' && draft.inReplyTo && !draft.isParentDeleted
  const contents = { text, ...(isReply && { inReplyTo: draft.inReplyTo }) }
  if (!file) return newDraft('post', contents)
  const post = newDraft('post', { ...contents, media: { file, alt }, ...(upload && { upload }) })
  if (uploadedMediaOf(post)) return post
  return { ...post, upload: { fileId: file.id, media: await uploadStored(scope, file), at: Date.now() } }
}

async function uploadStored(scope: SessionScope, { id, type }: DraftFile): Promise<MediaInput> {
  const source = await readDraftFile(id)
  if (!source) throw new Error('The file of this draft could not be read.')
  return uploadMedia(scope, source, type, { onProgress: () => {}, signal: scope.signal })
}
