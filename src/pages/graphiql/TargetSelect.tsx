import { useServiceWorker } from '../../pwa/serviceWorker.ts'
import { Select } from '../../ui/Select.tsx'
import { chooseTarget, targetNamed, targets, useTarget } from './target.ts'

/** Where the operations are executed. */
export function TargetSelect() {
  const target = useTarget()
  const { status } = useServiceWorker()
  const options = targets.map(({ target: value, label }) => ({
    value,
    label,
    disabled: value === 'http' && status !== 'running',
  }))
  return (
    <Select
      label="Run operations"
      size="sm"
      options={options}
      value={target}
      onChange={(name) => chooseTarget(targetNamed(name))}
    />
  )
}
