import { useEffect, useState } from 'react'
import { useServiceWorker } from '../../pwa/serviceWorker.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NotFound } from './NotFound.tsx'
import { WayBack } from './WayBack.tsx'

/** What stands at an address of the backend until the service worker answers it: once that runs, the page reloads. */
export function BackendAddress() {
  const { status } = useServiceWorker()
  const [unknown, setUnknown] = useState(false)

  useEffect(() => {
    if (status !== 'running') return undefined
    let isHere = true
    const look = async () => {
      const answered = await isAnswered(location.href)
      if (isHere && answered) location.reload()
      else if (isHere) setUnknown(true)
    }
    void look()
    return () => {
      isHere = false
    }
  }, [status])

  if (unknown) return <NotFound />
  if (status === 'unavailable') return <Unavailable />
  return (
    <>
      <title>Starting · Weft</title>
      <EmptyState art="/art/empty-thread.svg" heading="h1" title="The backend is starting">
        This address is answered by a service worker. The page reloads by itself once it runs.
      </EmptyState>
    </>
  )
}

function Unavailable() {
  return (
    <>
      <title>No backend · Weft</title>
      <EmptyState art="/art/error-thread.svg" heading="h1" title="Nobody answers here" action={<WayBack />}>
        This address is answered by a service worker, and this browser runs none here. Open Weft over https or on
        localhost, outside private mode.
      </EmptyState>
    </>
  )
}

/** Whether there is anything but this page. Else a reload would lead to it again, and so on. */
async function isAnswered(address: string): Promise<boolean> {
  try {
    const { headers } = await fetch(address)
    return !headers.get('content-type')?.startsWith('text/html')
  } catch {
    return false
  }
}
