import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { askToKeepStorage } from './app/keepStorage.ts'
import { startServiceWorker } from './app/serviceWorker.ts'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/global.css'
import { startTheme } from './theme/theme.ts'

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
