import { useStore } from '../../lib/createStore.ts'
import { useServiceWorker } from '../../pwa/serviceWorker.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { targetStore } from './fetcher.ts'

/** Chooses where operations run. HTTP needs a running service worker. */
export function TargetSelect() {
  const target = useStore(targetStore)
  const { status } = useServiceWorker()
  return (
    <Select
      label="Run operations"
      size="sm"
      options={[
        { value: 'tab', label: 'In this tab' },
        { value: 'http', label: '/graphql over HTTP', disabled: status !== 'running' },
      ]}
      value={target}
      onChange={(value) => targetStore.set(value === 'http' ? 'http' : 'tab')}
    />
  )
}
