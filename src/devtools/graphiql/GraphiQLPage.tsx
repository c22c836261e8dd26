import '@graphiql/react/style.css'
import '@graphiql/plugin-doc-explorer/style.css'
import '@graphiql/plugin-history/style.css'
import 'graphiql/graphiql.css'
import { useSuspenseQuery } from '@apollo/client/react'
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql'
import { ArrowLeft } from 'lucide-react'
import { Suspense, use, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { Subject } from 'rxjs'
import { SessionProvider } from '../../apollo/SessionProvider.tsx'
import { useSession, type SessionUser } from '../../session/session.ts'
import { isOnServer } from '../../backend/host.ts'
import { openBackend } from '../../backend/openBackend.ts'
import { useServiceWorker } from '../../pwa/serviceWorker.ts'
import type { LinkedDocument } from '../lab/requests/graphiqlLink.ts'
import { useLiveUpdates } from '../../features/live/useLiveUpdates.ts'
import { useStore } from '../../lib/createStore.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { useTheme } from '../../ui/theme/theme.ts'
import { useIsPhone } from '../../ui/breakpoints.ts'
import { createGraphiqlStorage } from './graphiqlStorage.ts'
import { useDividerKeys, useTabAfterEscape } from './editorKeys.ts'
import { createExecution, createFetcher, type Execution } from './fetcher.ts'
import styles from './GraphiQLPage.module.css'
import { EDITOR_THEME, useGraphiqlTheme } from './graphiqlTheme.ts'
import { labPlugin } from './labPlugin.tsx'
import { SamplesDocument } from './Samples.generated.ts'
import { setUpWorkers, trustRenderedMarkdown, useMonacoDisposeWorkaround } from './setup.ts'
import { ShareButton, useLinkedDocument } from './sharing.tsx'
import { starterTabs } from './tabs.ts'

setUpWorkers()
trustRenderedMarkdown()

/** GraphiQL for the app's backend, as the signed-in user or as a visitor. */
export default function GraphiQLPage() {
  return (
    <SessionProvider>
      <Page />
    </SessionProvider>
  )
}

function Page() {
  const user = useSession()?.user ?? null
  const { document, openedCount } = useLinkedDocument()
  const [execution] = useState(createExecution)
  const [described] = useState(describeSchema)
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
          <p className={styles.keys}>Esc, then Tab leaves an editor</p>
          <p className={styles.viewer}>{user ? `as @${user.username}` : 'as a visitor'}</p>
          {!isOnServer() && <TargetSelect target={execution.target} />}
        </div>
        <HttpUnavailableNote />
      </header>
      <main className={styles.main}>
        <Suspense>
          <Playground
            key={`${user?._id} ${openedCount}`}
            user={user}
            linked={document}
            execution={execution}
            described={described}
          />
        </Suspense>
      </main>
    </div>
  )
}

/** Adds the descriptions to the schema. If the backend does not open, the schema has none. */
async function describeSchema(): Promise<void> {
  await openBackend()
    .then(({ describe }) => describe())
    .catch(() => {})
}

/** Chooses where operations run. HTTP needs a running service worker. */
function TargetSelect({ target }: { target: Execution['target'] }) {
  const { status } = useServiceWorker()
  return (
    <Select
      label="Run operations"
      size="sm"
      options={[
        { value: 'tab', label: 'In this tab' },
        { value: 'http', label: '/graphql over HTTP', disabled: status !== 'running' },
      ]}
      value={useStore(target)}
      onChange={(value) => target.set(value === 'http' ? 'http' : 'tab')}
    />
  )
}

/** A note that /graphql is not available because no service worker runs. */
function HttpUnavailableNote() {
  const { status } = useServiceWorker()
  if (isOnServer() || status !== 'unavailable') return null
  return (
    <p className={styles.note}>
      Without a service worker, /graphql and /api are not available here. You can still run operations in this tab.
    </p>
  )
}

/** Replaces GraphiQL's default plugins. */
const plugins = [HISTORY_PLUGIN, labPlugin]

const editorThemes = { light: EDITOR_THEME, dark: EDITOR_THEME }

interface PlaygroundProps {
  user: SessionUser | null
  linked: LinkedDocument | undefined
  execution: Execution
  /** Resolves when the schema has its descriptions. */
  described: Promise<void>
}

function Playground({ user, linked, execution, described }: PlaygroundProps) {
  const theme = useTheme()
  useGraphiqlTheme(theme)
  useMonacoDisposeWorkaround()
  useTabAfterEscape()
  useDividerKeys()
  use(described)
  // If it fails, the variables of the starter tabs are empty.
  const { data } = useSuspenseQuery(SamplesDocument, { errorPolicy: 'all' })
  const userId = user?._id
  const isPhone = useIsPhone()
  const storage = useMemo(() => createGraphiqlStorage(userId), [userId])
  const [closed] = useState(() => new Subject<void>())
  useEffect(() => () => closed.next(), [closed])
  const fetcher = useMemo(() => createFetcher(execution, closed), [execution, closed])
  const tabs = starterTabs(user !== null, data?.posts.edges[0]?.node)
  return (
    <GraphiQL
      fetcher={fetcher}
      plugins={plugins}
      storage={storage}
      defaultTabs={linked ? [linked, ...tabs] : tabs}
      {...(linked && { initialQuery: linked.query, initialVariables: linked.variables })}
      forcedTheme={theme}
      defaultTheme={theme}
      editorTheme={editorThemes}
      // Some starter tabs need variables. A phone has no room for them beside the document.
      defaultEditorToolsVisibility={isPhone ? false : 'variables'}
      isHeadersEditorEnabled={false}
      showPersistHeadersSettings={false}
      schemaDescription
      inputValueDeprecation
    >
      <GraphiQL.Logo>{null}</GraphiQL.Logo>
      <GraphiQL.Footer>
        <SubscriptionStatus subscriptions={execution.subscriptions} />
      </GraphiQL.Footer>
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

/** Says below the results that a subscription is running: nothing else shows it until the first event. */
function SubscriptionStatus({ subscriptions }: { subscriptions: Execution['subscriptions'] }) {
  const isRunning = useStore(subscriptions) > 0
  return (
    <p role="status" className={styles.status}>
      {isRunning && 'Subscribed. Waiting for events…'}
    </p>
  )
}
