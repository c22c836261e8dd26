import { Fragment, useId, useState } from 'react'
import type { Lab, Latency, LogEntry } from '../../backend/lab.ts'
import { Button } from '../../ui/Button.tsx'
import { FaultFields } from './FaultFields.tsx'
import { NumberField } from './fields.tsx'
import styles from './Lab.module.css'
import { ScopeSelect, scopesOf, type Scopes } from './ScopeSelect.tsx'
import { Problem, Section } from './Section.tsx'
import { useLabSettings } from './useLab.ts'

/** The network conditions: latency and faults. Changes apply at once, in all tabs. */
export function Conditions({ lab, requests }: { lab: Lab; requests: readonly LogEntry[] }) {
  const { settings, change, problem } = useLabSettings(lab)
  const [timesReset, setTimesReset] = useState(0)
  if (!settings) return problem && <Problem>{problem}</Problem>

  const { latency, fault } = settings
  const scopes = scopesOf(lab, requests)
  const reset = () => {
    change(lab.defaults)
    setTimesReset(timesReset + 1)
  }
  const isDefault = lab.isDefault(settings)
  // `aria-disabled` keeps the focus on the button, which `disabled` would lose.
  const resetButton = (
    <Button variant="soft" size="sm" aria-disabled={isDefault || undefined} onClick={reset}>
      Reset to defaults
    </Button>
  )
  return (
    <Section title="Conditions" action={resetButton}>
      {problem && <Problem>{problem}</Problem>}
      {/* Resetting changes the key, which discards invalid input. */}
      <Fragment key={timesReset}>
        <LatencyFields
          lab={lab}
          scopes={scopes}
          latency={latency}
          onChange={(next) => change({ ...settings, latency: next })}
        />
        <FaultFields
          lab={lab}
          scopes={scopes}
          fault={fault}
          onChange={(next) => change({ ...settings, fault: next })}
        />
      </Fragment>
    </Section>
  )
}

interface LatencyFieldsProps {
  lab: Lab
  scopes: Scopes
  latency: Latency
  onChange: (latency: Latency) => void
}

function LatencyFields({ lab, scopes, latency, onChange }: LatencyFieldsProps) {
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
