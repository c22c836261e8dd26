import { Suspense } from 'react'
import { BrowserRouter, type RouteObject } from 'react-router-dom'
import { OptionalSection, PageBoundary } from './layout/PageBoundary.tsx'
import { lazyDefault } from './lib/lazyComponent.ts'
import { UpdateNotice } from './pwa/UpdateNotice.tsx'
import { CurrentPage } from './routes.ts'
import { Toasts } from './ui/toasts/toast.ts'

const PageFocus = lazyDefault(() => import('./layout/PageFocus.tsx'))

/** The app with the routes of `createRoutes`. */
export function App({ routes }: { routes: RouteObject[] }) {
  return (
    <BrowserRouter>
      <AppContent routes={routes} />
    </BrowserRouter>
  )
}

/** The app inside a router. */
export function AppContent({ routes }: { routes: RouteObject[] }) {
  return (
    <>
      <PageBoundary>
        <Suspense>
          <CurrentPage routes={routes} />
        </Suspense>
      </PageBoundary>
      <OptionalSection>
        <PageFocus />
      </OptionalSection>
      <Toasts />
      <UpdateNotice />
    </>
  )
}
