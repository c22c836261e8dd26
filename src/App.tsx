import { Suspense } from 'react'
import { BrowserRouter, type RouteObject } from 'react-router-dom'
import { PageBoundary } from './layout/PageBoundary.tsx'
import { UpdateNotice } from './pwa/UpdateNotice.tsx'
import { CurrentPage } from './routes.ts'
import { Toasts } from './ui/toasts/toast.ts'

/** The app with the routes of `createRoutes`. */
export function App({ routes }: { routes: RouteObject[] }) {
  return (
    <BrowserRouter>
      <PageBoundary>
        <Suspense>
          <CurrentPage routes={routes} />
        </Suspense>
      </PageBoundary>
      <Toasts />
      <UpdateNotice />
    </BrowserRouter>
  )
}
