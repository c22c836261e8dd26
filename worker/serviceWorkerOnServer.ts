/** The service worker that a server sends in place of `serviceWorker.ts`: requests to the backend go to the server. */

import { showPushes } from './push.ts'
import { serveApp } from './serveApp.ts'

serveApp()
showPushes()
