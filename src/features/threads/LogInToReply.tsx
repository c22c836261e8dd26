import { useRequireSession } from '../../session/guards.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './Thread.module.css'

/** In the place of the reply form, for visitors. */
export function LogInToReply() {
  const requireSession = useRequireSession('Log in to reply.')
  return (
    <div className={styles.logIn}>
      <Button size="sm" variant="soft" onClick={requireSession(() => {})}>
        Log in to reply
      </Button>
    </div>
  )
}
