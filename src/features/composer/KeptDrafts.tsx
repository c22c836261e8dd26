import { useApolloClient } from '@apollo/client/react'
import { CircleAlert } from 'lucide-react'
import { excerpt } from '../../lib/excerpt.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { changeDraft, draftId, newKey, readDraft, removeDraft, useDraft, useDrafts } from '../drafts/drafts.ts'
import styles from './Composer.module.css'
import { useIsSending } from './inFlight.ts'
import { sendPost } from './sendPost.ts'

/** The posts that did not reach the backend, and the edits of posts that were deleted meanwhile. */
export function KeptDrafts() {
  const own = draftId('')
  const ids = [...useDrafts()]
    .filter(([id, { deleted }]) => id.startsWith(`${own}unsent:`) || (deleted && id.startsWith(own)))
    .map(([id]) => id)
  if (ids.length === 0) return null
  return (
    <section className={styles.kept} aria-label="Posts that were not sent">
      {ids.map((id) => (
        <KeptDraft key={id} id={id} />
      ))}
    </section>
  )
}

function KeptDraft({ id }: { id: string }) {
  const client = useApolloClient()
  const draft = useDraft(id)
  const isSending = useIsSending(draft)
  if (!draft) return null
  const { text, file, deleted, failed = '' } = draft

  const retry = () => {
    let unsent = id
    if (deleted) {
      unsent = draftId(`unsent:${newKey()}`)
      changeDraft(unsent, ({ key }) => ({ text, key }))
      removeDraft(id)
    }
    void sendPost(client, unsent)
  }
  const discard = () => {
    const discarded = readDraft(id)
    removeDraft(id)
    document.getElementById('main')?.focus({ preventScroll: true })
    if (discarded)
      toast.info('Post discarded', { action: { label: 'Undo', run: () => changeDraft(id, () => discarded) } })
  }

  return (
    <Banner
      icon={CircleAlert}
      tone="danger"
      actions={
        <>
          <Button size="sm" variant="outline" busy={isSending} onClick={retry}>
            {deleted ? 'Post as new' : 'Retry'}
          </Button>
          <Button size="sm" variant="quiet" disabled={isSending} onClick={discard}>
            Discard
          </Button>
        </>
      }
    >
      <b>{deleted ? 'The post you were editing was deleted.' : `A post was not sent. ${failed}`}</b>
      <br />
      {excerpt(text, 80) || file?.name}
    </Banner>
  )
}
