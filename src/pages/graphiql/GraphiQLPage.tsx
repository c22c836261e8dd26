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
import { createDraftStorage } from './draftStorage.ts'
import { createFetcher } from './fetcher.ts'
import styles from './GraphiQLPage.module.css'
import { EDITOR_THEME, useGraphiqlTheme } from './graphiqlTheme.ts'
import { labPlugin } from './labPlugin.tsx'
import { loadSampleIds, loadSchemaDescriptions } from './preload.ts'
import { ShareButton, useSharedDocument } from './sharing.tsx'
import { starterTabs } from './tabs.ts'
import { TargetSelect } from './TargetSelect.tsx'
import { useMonacoDisposeWorkaround } from './useMonacoDisposeWorkaround.ts'
import { trustRenderedMarkdown } from './trustedMarkdown.ts'
import { setUpWorkers } from './workers.ts'

setUpWorkers()
trustRenderedMarkdown()

/** GraphiQL for the app's backend, as the signed-in user or as a visitor. */
export default function GraphiQLPage() {
  const user = useSession()?.user ?? null
  const { document: shared, count } = useSharedDocument()
  useLiveUpdates()
  return (
    <div className={styles.page}>
      <title>GraphiQL · Weft</title>
      <header className={styles.header}>
        <Link to="/home" className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          Back to Weft
        </Link>
        <h1 className={styles.heading}>GraphiQL</h1>
        <div className={styles.side}>
          <p className={styles.viewer}>{user ? `as @${user.username}` : 'as a visitor'}</p>
          <TargetSelect />
        </div>
        <HttpUnavailableNote />
      </header>
      <main className={styles.main}>
        <Suspense>
          <Playground key={`${user?._id} ${count}`} user={user} shared={shared} />
        </Suspense>
      </main>
    </div>
  )
}

/** A note that /graphql is not available because no service worker runs. */
function HttpUnavailableNote() {
  const { status } = useServiceWorker()
  if (status !== 'unavailable') return null
  return (
    <p className={styles.note}>
      Without a service worker, /graphql and /api are not available here. You can still run operations in this tab.
    </p>
  )
}

/** Replaces GraphiQL's default plugins. */
const plugins = [HISTORY_PLUGIN, labPlugin]

const editorThemes = { light: EDITOR_THEME, dark: EDITOR_THEME }

function Playground({ user, shared }: { user: SessionUser | null; shared: string | undefined }) {
  const theme = useTheme()
  useGraphiqlTheme(theme)
  useMonacoDisposeWorkaround()
  use(loadSchemaDescriptions())
  const sampleIds = use(loadSampleIds(sessionClient()))
  const userId = user?._id
  const storage = useMemo(() => createDraftStorage(userId), [userId])
  const [closed] = useState(() => new Subject<void>())
  useEffect(() => () => closed.next(), [closed])
  const fetcher = useMemo(() => createFetcher(closed), [closed])
  const tabs = starterTabs(user !== null, sampleIds)
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
