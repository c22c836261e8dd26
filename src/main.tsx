import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { openInPageBackend } from './backend/inPageBackend.ts'
import { connectBackend } from './backend/openBackend.ts'
import { startServiceWorker } from './pwa/serviceWorker.ts'
import { createRoutes, preloadPage } from './routes.ts'
import { requestPersistentStorage } from './session/persistentStorage.ts'
import './ui/styles/fonts.css'
import './ui/styles/tokens.css'
import './ui/styles/global.css'
import { allowOwnWorkers } from './trustedTypes.ts'
import { startTheme } from './ui/theme/theme.ts'

allowOwnWorkers()
startTheme()
void startServiceWorker()
requestPersistentStorage()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

connectBackend(openInPageBackend)
const routes = createRoutes()
await preloadPage(routes, { pathname: location.pathname, state: history.state?.usr })
createRoot(root).render(
  <StrictMode>
    <App routes={routes} />
  </StrictMode>,
)
