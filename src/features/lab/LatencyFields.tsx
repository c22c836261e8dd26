import { useId } from 'react'
import type { Lab, Latency } from '../../backend/lab.ts'
import styles from './Lab.module.css'
import { NumberField } from './NumberField.tsx'
import { ScopeSelect } from './ScopeSelect.tsx'
import type { Scopes } from './scopes.ts'

interface LatencyFieldsProps {
  lab: Lab
  scopes: Scopes
  latency: Latency
  onChange: (latency: Latency) => void
}

export function LatencyFields({ lab, scopes, latency, onChange }: LatencyFieldsProps) {
  const { bounds, defaults } = lab
  const hint = useId()
  const set = (change: Partial<Latency>) => onChange({ ...latency, ...change })

  return (
    <fieldset className={styles.group}>
      <legend>Latency</legend>
      <p className={styles.hint} id={hint}>
        How long each operation takes. Default: {defaults.latency.ms} ms.
      </p>
      <input
        type="range"
        aria-label="Latency"
        aria-describedby={hint}
        aria-valuetext={`${latency.ms} ms`}
        {...bounds.latency}
        step={50}
        value={latency.ms}
        onChange={(event) => set({ ms: event.target.valueAsNumber })}
      />
      <div className={styles.fields}>
        <NumberField label="Milliseconds" value={latency.ms} {...bounds.latency} onChange={(ms) => set({ ms })} />
        <NumberField
          label="Jitter, up to ±"
          value={latency.jitter}
          {...bounds.jitter}
          onChange={(jitter) => set({ jitter })}
        />
        <ScopeSelect scopes={scopes} only={latency.only} onChange={(only) => set({ only })} />
      </div>
    </fieldset>
  )
}
