import { TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { openBackend, type Keeping } from '../app/backend.ts'
import { Banner } from '../ui/Banner.tsx'

const SetAsideNotice = lazy(() => import('../features/storage/SetAsideNotice.tsx'))

/** Says so where the browser keeps nothing, for whoever writes here should know, and where it has lost what was there. */
export function StorageNotice() {
  const [keeping, setKeeping] = useState<Keeping>(asUsual)
  const dismissed = useCallback(() => setKeeping(asUsual), [])

  useEffect(() => {
    // A backend that does not open is told by the page that asks it.
    openBackend().then((door) => door.keeping()).then(setKeeping, () => {})
  }, [])

  if (keeping.by === 'memory') {
    return <Banner icon={TriangleAlert}>Nothing will be kept: this browser gives Weft no room for its data.</Banner>
  }
  if (keeping.by === 'database') return null
  return (
    <Suspense>
      <SetAsideNotice database={keeping.setAside} dismiss={keeping.dismiss} onDismissed={dismissed} />
    </Suspense>
  )
}

const asUsual: Keeping = { by: 'database' }
