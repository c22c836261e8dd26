import { useMutation, useQuery } from '@apollo/client/react'
import { tryStorage } from '../../lib/tryStorage.ts'
import { useId, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { messagesOf, refusalIn } from '../../backend/refusals.ts'
import { fileOf } from '../../features/drafts/draft.ts'
import { removeUnusedDraftFile } from '../../features/drafts/draftFiles.ts'
import { allDrafts, removeDraft } from '../../features/drafts/draftStore.ts'
import { ResendNote } from '../../layout/ResendNote.tsx'
import { currentSession, endSession, type SessionUser, useSession } from '../../session/session.ts'
import { formatNumber, formFor } from '../../lib/format.ts'
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
  // Not a toast, which the backdrop would cover and the modal dialog would hide from screen readers.
  const [problem, setProblem] = useState<string>()
  // If it fails, the dialog names what is lost without figures.
  const { data } = useQuery(AccountFiguresDocument, { fetchPolicy: 'no-cache' })
  const matches = typed === username

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!matches || busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await mutate({ variables: { input: { username } } })
    } catch (error) {
      const refusal = refusalIn(error)
      // Otherwise another device has deleted it.
      if (refusal?.code !== 'NOT_REGISTERED') {
        // Without a response, or after a 500, the account may have been deleted.
        const wasRefused = refusal !== undefined && refusal.status !== 500
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
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <h2 id={headingId}>Delete your account?</h2>
        <div id={textId}>
          <p className={styles.text}>These go at once, on every device. This cannot be undone.</p>
          <ul className={styles.losses}>
            {deletedItems(data).map(({ count, what }) => (
              <li key={what}>
                {count && <b>{count}</b>}
                <span>{what}</span>
              </li>
            ))}
          </ul>
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

/** Returns what will be deleted, with counts if they have loaded. */
function deletedItems(data: AccountFiguresQuery | undefined): { count?: string; what: string }[] {
  if (!data?.viewer || !data.likes || !data.bookmarks)
    return [
      { what: 'Your posts and their pictures' },
      { what: 'Your follows and followers' },
      { what: 'Your likes' },
      { what: 'Your bookmarks' },
    ]
  const { postCount, followerCount, followingCount } = data.viewer
  return [
    { count: formatNumber(postCount), what: formFor(postCount, 'post', 'posts and their pictures') },
    {
      count: formatNumber(followerCount),
      what: `${formFor(followerCount, 'follower')}, ${formatNumber(followingCount)} following`,
    },
    countOf(data.likes, 'like'),
    countOf(data.bookmarks, 'bookmark'),
  ]
}

/** Counts a list of which only the first page was read. */
function countOf({ edges, pageInfo }: NonNullable<AccountFiguresQuery['likes' | 'bookmarks']>, what: string) {
  const count = formatNumber(edges.length)
  return { count: pageInfo.hasNextPage ? `${count}+` : count, what: formFor(edges.length, what) }
}

/** Removes what this browser keeps for a user. The keys of a user's own entries contain their id. */
function forgetUser(id: string): void {
  for (const [key, draft] of allDrafts()) {
    if (!key.includes(id)) continue
    removeDraft(key)
    const file = fileOf(draft)
    if (file) void removeUnusedDraftFile(file.id)
  }
  tryStorage(() => {
    for (const key of Object.keys(localStorage)) if (key.includes(id)) localStorage.removeItem(key)
  })
}
