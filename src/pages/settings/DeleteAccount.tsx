import { useMutation, useQuery } from '@apollo/client/react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { messagesOf, refusalIn } from '../../backend/refusals.ts'
import { forgetUser } from '../../features/drafts/forgetUser.ts'
import { ResendNote } from '../../layout/ResendNote.tsx'
import { removeDeletionRequest, storeDeletionRequest } from '../../session/deletionRequest.ts'
import { currentSession, endSession, type SessionUser, useSession } from '../../session/session.ts'
import { formatNumber, formFor } from '../../lib/format.ts'
import { useOneAtATime } from '../../lib/useOneAtATime.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/fields/FormField.tsx'
import { SettingRow } from '../../ui/fields/SettingRow.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { AccountFiguresDocument, DeleteAccountDocument, type AccountFiguresQuery } from './Account.generated.ts'
import styles from './DeleteAccount.module.css'

/** Deletes the viewer's account, after they have typed their username. */
export function DeleteAccount() {
  const session = useSession()
  const [open, setOpen] = useState(false)
  return (
    <SettingRow label="Delete account" hint="Removes your profile, posts, pictures and likes. This cannot be undone.">
      {(hintId) => (
        <>
          <Button size="sm" variant="outlineDanger" aria-describedby={hintId} onClick={() => setOpen(true)}>
            Delete my account
          </Button>
          {open && session && <Confirmation user={session.user} onClose={() => setOpen(false)} />}
        </>
      )}
    </SettingRow>
  )
}

function Confirmation({ user: { _id: id, username }, onClose }: { user: SessionUser; onClose: () => void }) {
  const headingId = useId()
  const textId = useId()
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  /** Aborted when the dialog closes: a deletion without a response is then not sent again. */
  const [cancellation] = useState(() => new AbortController())
  const { signal } = cancellation
  // Once the account is deleted, the refusal of any other call ends the session.
  const [mutate] = useMutation(DeleteAccountDocument, { context: { outlivesSession: true, signal } })
  const [busy, setBusy] = useState(false)
  const oneAtATime = useOneAtATime()
  // Not a toast, which the backdrop would cover and the modal dialog would hide from screen readers.
  const [problem, setProblem] = useState<string>()
  // If it fails, the dialog names what is lost without figures.
  const { data } = useQuery(AccountFiguresDocument, { fetchPolicy: 'no-cache' })
  const matches = typed === username
  const items = deletedItems(data)

  const submit = async () => {
    setBusy(true)
    setProblem(undefined)
    storeDeletionRequest(id)
    try {
      await mutate({ variables: { input: { username } } })
    } catch (error) {
      const refusal = refusalIn(error)
      // Otherwise another device has deleted it.
      if (refusal?.code !== 'NOT_REGISTERED') {
        // Without a response, or after a 500, the account may have been deleted.
        const wasRefused = refusal !== undefined && refusal.status !== 500
        if (wasRefused) removeDeletionRequest()
        const outcome = wasRefused ? 'Your account was not deleted.' : 'Try again.'
        setProblem([...messagesOf(error), outcome].join(' '))
        setBusy(false)
        return
      }
    }
    forgetUser(id)
    // Meanwhile another user may have logged in, perhaps in another tab.
    const { session } = currentSession()
    if (session && session.user._id !== id) return
    endSession('accountDeleted')
    // Another call may have been refused before the response, which leads to log-in.
    void navigate('/', { replace: true })
    toast.info('Your account was deleted')
  }

  const close = () => {
    cancellation.abort()
    onClose()
  }

  return (
    <Dialog alert labelledBy={headingId} describedBy={textId} onClose={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (matches) void oneAtATime(submit)
        }}
      >
        <h2 id={headingId}>Delete your account?</h2>
        <div id={textId}>
          <p className={styles.text}>
            {items.length > 0 ? 'These go' : 'Your profile goes'} at once, on every device. This cannot be undone.
          </p>
          {items.length > 0 && (
            <ul className={styles.losses}>
              {items.map(({ count, what }) => (
                <li key={what}>
                  {count && <b>{count}</b>}
                  <span>{what}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
        <TextField
          className={styles.field}
          label={
            <>
              Type <b className={styles.username}>{username}</b> to confirm
            </>
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {problem !== undefined && <FieldError>{problem}</FieldError>}
        <ResendNote isSending={busy} />
        <div className={styles.foot}>
          <Button variant="outline" onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={busy} disabled={!matches}>
            Delete my account
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Returns what will be deleted besides the profile, with the counts that are not 0 if they have loaded. */
function deletedItems(data: AccountFiguresQuery | undefined): { count?: string; what: string }[] {
  if (!data?.viewer || !data.likes || !data.bookmarks)
    return [
      { what: 'Your posts and their pictures' },
      { what: 'Your follows and followers' },
      { what: 'Your likes' },
      { what: 'Your bookmarks' },
    ]
  const { postCount, followerCount, followingCount } = data.viewer
  const { likes, bookmarks } = data
  return [
    itemOf(postCount, formFor(postCount, 'post', 'posts and their pictures')),
    ...(followerCount > 0 && followingCount > 0
      ? [itemOf(followerCount, `${formFor(followerCount, 'follower')}, ${formatNumber(followingCount)} following`)]
      : [itemOf(followerCount, formFor(followerCount, 'follower')), itemOf(followingCount, 'following')]),
    itemOf(likes.edges.length, formFor(likes.edges.length, 'like'), likes.pageInfo.hasNextPage),
    itemOf(bookmarks.edges.length, formFor(bookmarks.edges.length, 'bookmark'), bookmarks.pageInfo.hasNextPage),
  ].flat()
}

/** Returns the item of a count, or none for 0. `hasMore`: only the first page of the list was counted. */
function itemOf(count: number, what: string, hasMore = false) {
  return count === 0 ? [] : [{ count: `${formatNumber(count)}${hasMore ? '+' : ''}`, what }]
}
