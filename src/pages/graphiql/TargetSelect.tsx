import { ChevronDown } from 'lucide-react'
import { useServiceWorker } from '../../app/useServiceWorker.ts'
import { Icon } from '../../ui/Icon.tsx'
import { chooseTarget, targetNamed, targets, useTarget } from './target.ts'
import styles from './TargetSelect.module.css'

/** Where the operations are executed. */
export function TargetSelect() {
  const target = useTarget()
  const { status } = useServiceWorker()

  return (
    <span className={styles['place']}>
      <select
        className={styles['select']}
        aria-label="Run operations"
        value={target}
        onChange={(event) => chooseTarget(targetNamed(event.target.value))}
      >
        {targets.map(({ target: name, label }) => (
          <option key={name} value={name} disabled={name === 'http' && status !== 'running'}>
            {label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} />
    </span>
  )
}
