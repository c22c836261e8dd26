import '@graphiql/react/style.css'
import '@graphiql/plugin-doc-explorer/style.css'
import '@graphiql/plugin-history/style.css'
import 'graphiql/graphiql.css'
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql'
import { ArrowLeft } from 'lucide-react'
import { Suspense, use, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { Subject } from 'rxjs'
import { sessionClient } from '../../apollo/client.ts'
import { useSession, type SessionUser } from '../../session/session.ts'
import { useServiceWorker } from '../../pwa/serviceWorker.ts'
import { useLiveUpdates } from '../../features/live/useLiveUpdates.ts'
import { useTheme } from '../../ui/theme/theme.ts'
import { described } from './loadSchemaDescriptions.ts'
import { editorTheme, useDress } from './graphiqlTheme.ts'
import { fetcherUntil } from './fetcher.ts'
import styles from './GraphiQLPage.module.css'
import { labPlugin } from './labPlugin.tsx'
import { samplesOf } from './samples.ts'
import { ShareButton } from './ShareButton.tsx'
import { useSharedDocument } from './sharing.ts'
import { privateStorage } from './storage.ts'
import { firstTabs } from './tabs.ts'
import { TargetSelect } from './TargetSelect.tsx'
import { useQuietDisposal } from './useMonacoDisposeWorkaround.ts'
import { setUpWorkers } from './workers.ts'

setUpWorkers()

/** The playground of the API: GraphiQL, asking the app's own backend as whoever is signed in. */
export default function GraphiQLPage() {
  const user = useSession()?.user ?? null
  const { document: shared, count } = useSharedDocument()
  useLiveUpdates()
  return (
    <div className={styles['page']}>
      <title>GraphiQL · Weft</title>
      <header className={styles['header']}>
        <Link to="/home" className={styles['back']}>
          <ArrowLeft aria-hidden="true" />
          Back to Weft
        </Link>
        <h1 className={styles['heading']}>GraphiQL</h1>
        <div className={styles['side']}>
          <p className={styles['asker']}>{user ? `as @${user.username}` : 'as a visitor'}</p>
          <TargetSelect />
        </div>
        <NotOverHttp />
      </header>
      <main className={styles['main']}>
        <Suspense>
          <Playground key={`${user?._id} ${count}`} user={user} shared={shared} />
        </Suspense>
      </main>
    </div>
  )
}

/** The same schema answers at /graphql, but for where no service worker can run. */
function NotOverHttp() {
  const { status } = useServiceWorker()
  if (status !== 'unavailable') return null
  return (
    <p className={styles['note']}>
      This browser runs no service worker here, so nobody answers at /graphql and /api. This page works all the same.
    </p>
  )
}

/** Naming any replaces GraphiQL's own. */
const plugins = [HISTORY_PLUGIN, labPlugin]

const editorThemes = { light: editorTheme, dark: editorTheme }

function Playground({ user, shared }: { user: SessionUser | null; shared: string | undefined }) {
  const theme = useTheme()
  useDress(theme)
  useQuietDisposal()
  use(described())
  const samples = use(samplesOf(sessionClient()))
  const owner = user ? `member-${user._id}` : 'visitor'
  const storage = useMemo(() => privateStorage(owner), [owner])
  const [left] = useState(() => new Subject<void>())
  useEffect(() => () => left.next(), [left])
  const fetcher = useMemo(() => fetcherUntil(left), [left])
  const tabs = firstTabs(user !== null, samples)
  return (
    <GraphiQL
      fetcher={fetcher}
      plugins={plugins}
      storage={storage}
      defaultTabs={shared === undefined ? tabs : [{ query: shared }, ...tabs]}
      {...(shared !== undefined && { initialQuery: shared, initialVariables: '' })}
      forcedTheme={theme}
      defaultTheme={theme}
      editorTheme={editorThemes}
      isHeadersEditorEnabled={false}
      showPersistHeadersSettings={false}
      schemaDescription
      inputValueDeprecation
    >
      <GraphiQL.Logo>{null}</GraphiQL.Logo>
      <GraphiQL.Toolbar>
        {({ prettify, merge, copy }) => (
          <>
            {prettify}
            {merge}
            {copy}
            <ShareButton />
          </>
        )}
      </GraphiQL.Toolbar>
    </GraphiQL>
  )
}
