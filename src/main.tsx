import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/global.css'
import { startTheme } from './theme/theme.ts'

startTheme()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
