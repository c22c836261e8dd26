import { Suspense } from 'react'
import { BrowserRouter, type RouteObject } from 'react-router-dom'
import { createStore, useStore } from './lib/createStore.ts'
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

/** Whether this is not the prerendering, nor the hydration of its result, which know only the code of the page. */
const hydrated = createStore(false)
hydrated.set('document' in globalThis)

/** The app inside a router. */
export function AppContent({ routes }: { routes: RouteObject[] }) {
  const isHydrated = useStore(hydrated)
  return (
    <>
      <PageBoundary>
        <Suspense>
          <CurrentPage routes={routes} />
        </Suspense>
      </PageBoundary>
      {isHydrated && (
        <OptionalSection>
          <PageFocus />
        </OptionalSection>
      )}
      <Toasts />
      <UpdateNotice />
    </>
  )
}
