import { Suspense, useLayoutEffect, useState } from 'react'
import { BrowserRouter, type RouteObject } from 'react-router-dom'
import { PageFocus } from './layout/page/PageFocus.tsx'
import { PageBoundary } from './layout/page/PageBoundary.tsx'
import { UpdateNotice } from './pwa/UpdateNotice.tsx'
import { CurrentPage } from './routes.ts'

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
  return (
    <>
      <PageBoundary>
        <Suspense>
          <CurrentPage routes={routes} />
        </Suspense>
      </PageBoundary>
      <PageFocus />
      <UpdateNotice />
    </>
  )
}
