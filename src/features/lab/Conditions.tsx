import { Fragment, useState } from 'react'
import type { Lab, LoggedRequest } from '../../backend/lab.ts'
import { Button } from '../../ui/Button.tsx'
import { FaultFields } from './FaultFields.tsx'
import { LatencyFields } from './LatencyFields.tsx'
import { Problem } from './Problem.tsx'
import { scopesOf } from './scopes.ts'
import { Section } from './Section.tsx'
import { useLabSettings } from './useLabSettings.ts'

/** How the backend behaves: what is changed here holds at once, in all tabs. */
export function Conditions({ lab, requests }: { lab: Lab; requests: readonly LoggedRequest[] }) {
  const { settings, change, problem } = useLabSettings(lab)
  const [timesReset, setTimesReset] = useState(0)
  if (!settings) return problem && <Problem>{problem}</Problem>

  const { latency, fault } = settings
  const scopes = scopesOf(lab, requests)
  const reset = () => {
    change(lab.usual)
    setTimesReset(timesReset + 1)
  }
  const isUsual = lab.isUsual(settings)
  // It stays when it has been pressed, and the focus with it.
  const back = (
    <Button variant="soft" size="sm" aria-disabled={isUsual || undefined} onClick={reset}>
      Back to usual
    </Button>
  )
  return (
    <Section title="Conditions" action={back}>
      {problem && <Problem>{problem}</Problem>}
      {/* Anew, for what was typed and did not fit. */}
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
