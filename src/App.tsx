import { Suspense } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { PageBoundary } from './layout/PageBoundary.tsx'
import { UpdateNotice } from './pwa/UpdateNotice.tsx'
import { CurrentPage } from './routes.ts'
import { Toasts } from './ui/toasts/toast.ts'

export function App() {
  return (
    <BrowserRouter>
      <PageBoundary>
        <Suspense>
          <CurrentPage />
        </Suspense>
      </PageBoundary>
      <Toasts />
      <UpdateNotice />
    </BrowserRouter>
  )
}
