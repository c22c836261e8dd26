import { useApolloClient } from '@apollo/client/react'
import { Download } from 'lucide-react'
import { serverRefusalIn } from '../../backend/refusals.ts'
import { reportError } from '../../lib/reportError.ts'
import { createStore, useStore } from '../../lib/createStore.ts'
import { download, today } from '../../lib/download.ts'
import { sessionState, useSessionScope } from '../../session/sessionScope.ts'
import { currentScope } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { SettingRow } from '../../ui/fields/SettingRow.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { readMyData } from './myData.ts'

/** What is being read, or null. The download goes on after the user has left the page. */
const progressOf = sessionState(() => createStore<string | null>(null))

/** Saves the viewer's data as a file. Ends with the session. */
export function DownloadMyData() {
  const client = useApolloClient()
  const scope = useSessionScope()
  const progress = progressOf(scope)
  const shown = useStore(progress)

  const save = async () => {
    if (progress.get() !== null) return
    try {
      const data = await readMyData({ client, onProgress: progress.set, signal: scope.signal })
      download(data, `weft-my-data-${today()}.json`)
      toast.success('Your data was downloaded')
    } catch (error) {
      if (currentScope().userId === scope.userId) {
        reportError(error)
        toast.error(serverRefusalIn(error) ?? 'Your data could not be read, so nothing was downloaded. Try again.')
      }
    }
    progress.set(null)
  }

  return (
    <SettingRow
      label="Your data"
      hint={shown ?? 'Profile, posts, bookmarks, likes and follows in one file, with links to your pictures.'}
    >
      {(hintId) => (
        <Button size="sm" variant="outline" aria-describedby={hintId} busy={shown !== null} onClick={() => void save()}>
          <Icon of={Download} />
          Download my data
        </Button>
      )}
    </SettingRow>
  )
}
