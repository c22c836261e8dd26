import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { openBackend } from '../app/backend.ts'
import { Banner } from '../ui/Banner.tsx'

/** Says so where the browser keeps nothing: whoever writes here should know. */
export function StorageNotice() {
  const [kept, setKept] = useState(true)

  useEffect(() => {
    // A backend that does not open is told by the page that asks it.
    openBackend().then((door) => setKept(door.kept), () => {})
  }, [])

  if (kept) return null
  return <Banner icon={TriangleAlert}>Nothing will be kept: this browser gives Weft no room for its data.</Banner>
}
