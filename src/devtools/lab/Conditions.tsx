import { Fragment, useId, useState } from 'react'
import type { Lab, Latency, LogEntry } from '../../backend/lab.ts'
import { messagesOf } from '../../backend/refusals.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { FormField } from '../../ui/fields/FormField.tsx'
import { FaultFields } from './FaultFields.tsx'
import { NumberField } from './fields.tsx'
import styles from './Lab.module.css'
import { ScopeSelect, scopesOf, type Scopes } from './ScopeSelect.tsx'
import { Problem, Section } from './Section.tsx'
import { useLabSettings } from './useLab.ts'

/** The network conditions: latency and faults. Changes apply at once, in all tabs. */
export function Conditions({ lab, requests }: { lab: Lab; requests: readonly LogEntry[] }) {
  const { settings, change, failure } = useLabSettings(lab)
  const problem = failure && messagesOf(failure.reason).join(' ')
  const [timesReset, setTimesReset] = useState(0)
  if (!settings) return problem && <Problem>{problem}</Problem>

  const { latency, fault } = settings
  const scopes = scopesOf(lab, requests)
  const reset = () => {
    change(lab.defaults)
    setTimesReset(timesReset + 1)
  }
  const isDefault = lab.isDefault(settings)
  const aside = (
    <div className={styles.row}>
      {!isDefault && <span className={classes(styles.chip, styles.changed)}>Changed from defaults</span>}
      {/* `aria-disabled` keeps the focus on the button, which `disabled` would lose. */}
      <Button variant="outline" size="sm" aria-disabled={isDefault || undefined} onClick={reset}>
        Reset to defaults
      </Button>
    </div>
  )
  return (
    <Section title="Network conditions" aside={aside}>
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
  const { bounds } = lab
  const range = useId()
  const set = (change: Partial<Latency>) => onChange({ ...latency, ...change })

  return (
    <div role="group" aria-label="Latency" className={styles.latency}>
      <FormField id={range} label="Latency">
        <input
          id={range}
          type="range"
          aria-valuetext={`${latency.ms} ms`}
          {...bounds.latency}
          step={50}
          value={latency.ms}
          onChange={(event) => set({ ms: event.target.valueAsNumber })}
        />
      </FormField>
      <NumberField
        className={styles.milliseconds}
        label="Value"
        value={latency.ms}
        {...bounds.latency}
        onChange={(ms) => set({ ms })}
      />
      <ScopeSelect scopes={scopes} only={latency.only} onChange={(only) => set({ only })} />
      <NumberField
        className={styles.milliseconds}
        label="Jitter ±"
        value={latency.jitter}
        {...bounds.jitter}
        onChange={(jitter) => set({ jitter })}
      />
    </div>
  )
}
