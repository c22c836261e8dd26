import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { isOnServer } from './backend/host.ts'
import { connectBackend } from './backend/openBackend.ts'
import { allowOwnWorkers, startServiceWorker } from './pwa/serviceWorker.ts'
import { showSkeletonUntil } from './layout/page/openingPage.ts'
import { rememberFocusedPlaces } from './layout/page/focusedPlaces.ts'
import { loadModule } from './lib/loadModule.ts'
import { followPointer } from './lib/pointerMotion.ts'
import { pageSettled } from './lib/pageSettled.ts'
import { followTranslations } from './lib/translatedText.ts'
import { createRoutes, preloadPage } from './routes.ts'
import { pageRequestMark, takeOverPage, takeOverShell } from './start/handover.ts'
import './ui/styles/fonts.css'
import './ui/styles/tokens.css'
import './ui/styles/global.css'
import { startTheme } from './ui/theme/theme.ts'
import { Toasts } from './ui/toasts/toast.ts'

const loadServerBackend = loadModule(() => import('./backend/serverBackend.ts'))
const loadInPageBackend = loadModule(() => import('./backend/inPageBackend.ts'))

allowOwnWorkers()
startTheme()
followTranslations()
rememberFocusedPlaces()
followPointer()
// The page was reloaded with an open dialog, which had an entry of its own (`Modal`).
if (history.state?.modal) history.back()
void startServiceWorker()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

connectBackend(async (onLost) =>
  isOnServer()
    ? (await loadServerBackend()).openServerBackend()
    : (await loadInPageBackend()).openInPageBackend(onLost),
)
const routes = createRoutes()
const [requested] = performance.getEntriesByName(pageRequestMark)
const page = preloadPage(
  routes,
  { pathname: location.pathname, search: location.search, state: history.state?.usr },
  { sentAt: requested?.startTime },
)
void showSkeletonUntil(location.pathname, page.data)
await page.code
const app = (
  <>
    <StrictMode>
      <App routes={routes} />
    </StrictMode>
    <Toasts />
  </>
)
if (document.documentElement.dataset['page']) {
  hydrateRoot(root, app)
  takeOverPage(root)
} else {
  takeOverShell(root)
  // In slices, between which the backend goes on with the page's query.
  startTransition(() => createRoot(root).render(app))
}
// If this chunk does not load, pages load on navigation.
void pageSettled()
  .then(() => import('./idleWork.ts'))
  .then(({ startIdleWork }) => startIdleWork(routes))
  .catch(() => {})
