import { Fragment, useState } from 'react'
import type { Lab, LogEntry } from '../../backend/lab.ts'
import { Button } from '../../ui/Button.tsx'
import { FaultFields } from './FaultFields.tsx'
import { LatencyFields } from './LatencyFields.tsx'
import { Problem } from './Problem.tsx'
import { scopesOf } from './scopes.ts'
import { Section } from './Section.tsx'
import { useLabSettings } from './useLabSettings.ts'

/** Latency and faults. Changes apply at once, in all tabs. */
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
  // Not `disabled`, which would lose the focus.
  const back = (
    <Button variant="soft" size="sm" aria-disabled={isDefault || undefined} onClick={reset}>
      Reset to defaults
    </Button>
  )
  return (
    <Section title="Conditions" action={back}>
      {problem && <Problem>{problem}</Problem>}
      {/* A new key discards input that was rejected. */}
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
