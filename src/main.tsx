import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { askToKeepStorage } from './session/persistStorage.ts'
import { startServiceWorker } from './pwa/serviceWorker.ts'
import './ui/styles/fonts.css'
import './ui/styles/tokens.css'
import './ui/styles/global.css'
import { startTheme } from './ui/theme/theme.ts'

startTheme()
void startServiceWorker()
askToKeepStorage()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
