import { ResumedDeletions } from '../features/posts/ResumedDeletions.tsx'
import Shortcuts from '../features/shortcuts/Shortcuts.tsx'
import { useSession } from '../session/session.ts'

/** The parts of `AppLayout` that show nothing at first. */
export function BackgroundParts() {
  const session = useSession()
  return (
    <>
      <Shortcuts />
      {session && <ResumedDeletions />}
    </>
  )
}
