import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { PageTitle } from '../../layout/page/PageTitle.tsx'
import { useServiceWorker } from '../../pwa/serviceWorker.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackLink, NotFound } from './NotFound.tsx'

/** Shown for an address without a route, and for the backend's addresses while no service worker handles them. */
export default function NotFoundPage() {
  const { pathname } = useLocation()
  return /^\/(api|graphql|media)(\/|$)/.test(pathname) ? <BackendAddress /> : <NotFound />
}

/** Waits for the service worker, then reloads the page if the service worker handles this address. */
function BackendAddress() {
  const { status } = useServiceWorker()
  const [unknown, setUnknown] = useState(false)

  useEffect(() => {
    if (status !== 'running') return undefined
    let mounted = true
    const check = async () => {
      const handled = await isHandled(location.href)
      if (mounted && handled) location.reload()
      else if (mounted) setUnknown(true)
    }
    void check()
    return () => {
      mounted = false
    }
  }, [status])

  if (unknown) return <NotFound />
  if (status === 'unavailable') return <Unavailable />
  return (
    <>
      <PageTitle>Starting</PageTitle>
      <EmptyState art="/art/empty-thread.svg" heading="h1" title="The backend is starting">
        This address needs a service worker. The page reloads when it is ready.
      </EmptyState>
    </>
  )
}

function Unavailable() {
  return (
    <>
      <PageTitle>No backend</PageTitle>
      <EmptyState art="/art/error-thread.svg" heading="h1" title="No backend at this address" action={<BackLink />}>
        This address needs a service worker, which this browser does not run here. Open Weft over https or on localhost,
        and not in a private window.
      </EmptyState>
    </>
  )
}

/** Returns whether the response of an address is not this page. If it is, a reload would end up here again. */
async function isHandled(address: string): Promise<boolean> {
  try {
    const { headers } = await fetch(address)
    return !headers.get('content-type')?.startsWith('text/html')
  } catch {
    return false
  }
}
