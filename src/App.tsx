import { Suspense, useLayoutEffect, useState } from 'react'
import { BrowserRouter, type RouteObject } from 'react-router-dom'
import { PageBoundary } from './layout/page/PageBoundary.tsx'
import { OptionalPart } from './ui/OptionalPart.tsx'
import { lazyWhenIdle } from './lib/lazyComponent.ts'
import { useHydrated } from './lib/useHydrated.ts'
import { UpdateNotice } from './pwa/UpdateNotice.tsx'
import { CurrentPage } from './routes.ts'

const PageFocus = lazyWhenIdle(
  () => import('./layout/page/PageFocus.tsx'),
  (module) => module.default,
)

export function App({ routes }: { routes: RouteObject[] }) {
  useNavigationDuringFirstRender()
  return (
    <BrowserRouter>
      <AppContent routes={routes} />
    </BrowserRouter>
  )
}

/** The router listens to Back and Forward once it has mounted. If the address has changed before, repeats the event. */
function useNavigationDuringFirstRender(): void {
  const [rendered] = useState(() => location.href)
  useLayoutEffect(() => {
    if (location.href !== rendered) dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, [rendered])
}

/** The app inside a router. */
export function AppContent({ routes }: { routes: RouteObject[] }) {
  // While hydrating, only the page's own code is loaded.
  const isInteractive = useHydrated(() => true, false)
  return (
    <>
      <PageBoundary>
        <Suspense>
          <CurrentPage routes={routes} />
        </Suspense>
      </PageBoundary>
      {isInteractive && (
        <OptionalPart>
          <PageFocus />
        </OptionalPart>
      )}
      <UpdateNotice />
    </>
  )
}
