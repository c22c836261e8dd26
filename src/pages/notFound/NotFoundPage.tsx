import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useServiceWorker } from '../../pwa/serviceWorker.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackLink, NotFound } from './NotFound.tsx'

/** Shown for an address without a route. An address of the backend gets here when no service worker answers it. */
export default function NotFoundPage() {
  const { pathname } = useLocation()
  return /^\/(api|graphql|media)(\/|$)/.test(pathname) ? <BackendAddress /> : <NotFound />
}

/** Waits for the service worker, and reloads the page once it answers this address. */
function BackendAddress() {
  const { status } = useServiceWorker()
  const [unknown, setUnknown] = useState(false)

  useEffect(() => {
    if (status !== 'running') return undefined
    let mounted = true
    const check = async () => {
      const answered = await isAnswered(location.href)
      if (mounted && answered) location.reload()
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
      <title>Starting · Weft</title>
      <EmptyState art="/art/empty-thread.svg" heading="h1" title="The backend is starting">
        A service worker answers this address. The page reloads when it is ready.
      </EmptyState>
    </>
  )
}

function Unavailable() {
  return (
    <>
      <title>No backend · Weft</title>
      <EmptyState art="/art/error-thread.svg" heading="h1" title="No backend at this address" action={<BackLink />}>
        A service worker answers this address, and this browser does not run it here. Open Weft over https or on
        localhost, outside private mode.
      </EmptyState>
    </>
  )
}

/** Returns whether the address answers anything but this page. If not, a reload would end up here again. */
async function isAnswered(address: string): Promise<boolean> {
  try {
    const { headers } = await fetch(address)
    return !headers.get('content-type')?.startsWith('text/html')
  } catch {
    return false
  }
}
