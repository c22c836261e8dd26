import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'

export function WayBack() {
  const session = useSession()
  return (
    <ButtonLink to={session ? '/home' : '/'} variant="primary">
      {session ? 'Back to Home' : 'Back to Weft'}
    </ButtonLink>
  )
}
