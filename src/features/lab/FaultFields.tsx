import { useId } from 'react'
import type { Fault, Lab } from '../../backend/lab.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Lab.module.css'
import { NumberField } from './NumberField.tsx'
import { ScopeSelect } from './ScopeSelect.tsx'
import type { Scopes } from './scopes.ts'
import { SelectField } from './SelectField.tsx'
import { faults } from './words.ts'

interface FaultFieldsProps {
  lab: Lab
  scopes: Scopes
  fault: Fault
  onChange: (fault: Fault) => void
}

const times: readonly { when: Fault['when']; label: string }[] = [
  { when: 'always', label: 'Always' },
  { when: 'once', label: 'Once' },
  { when: 'oneIn', label: 'At random' },
]

/** What goes wrong, and how often. */
export function FaultFields({ lab, scopes, fault, onChange }: FaultFieldsProps) {
  const name = useId()
  const set = (change: Partial<Fault>) => onChange({ ...fault, ...change })

  return (
    <fieldset className={styles.group}>
      <legend>Fault</legend>
      <div>
        {faults.map(({ kind, label, effect }) => (
          <label key={kind} className={styles.choice}>
            <input type="radio" name={name} checked={fault.kind === kind} onChange={() => set({ kind })} />
            <span className={styles.effect}>
              {label}
              <span className={styles.hint}>{effect}</span>
            </span>
          </label>
        ))}
      </div>
      {fault.kind !== 'none' && <Occurrence lab={lab} scopes={scopes} fault={fault} set={set} />}
    </fieldset>
  )
}

const counting = {
  once: 'The next operation fails, and then none until it is armed again.',
  oneIn: 'The same seed fails the same operations. Armed again, counting begins anew.',
}

interface OccurrenceProps {
  lab: Lab
  scopes: Scopes
  fault: Fault
  set: (change: Partial<Fault>) => void
}

/** To which operations it happens, and how often. */
function Occurrence({ lab: { bounds }, scopes, fault, set }: OccurrenceProps) {
  const { only, when, oneIn, seed } = fault
  return (
    <>
      <div className={styles.fields}>
        <ScopeSelect scopes={scopes} only={only} onChange={(next) => set({ only: next })} />
        <SelectField
          label="How often"
          value={when}
          onChange={(value) => set({ when: times.find((time) => time.when === value)?.when ?? when })}
        >
          {times.map((time) => (
            <option key={time.when} value={time.when}>
              {time.label}
            </option>
          ))}
        </SelectField>
        {when === 'oneIn' && (
          <>
            <NumberField label="One in" value={oneIn} {...bounds.oneIn} onChange={(next) => set({ oneIn: next })} />
            <NumberField label="Seed" value={seed} {...bounds.seed} onChange={(next) => set({ seed: next })} />
          </>
        )}
        {when !== 'always' && (
          <Button variant="outline" onClick={() => set({})}>
            Arm again
          </Button>
        )}
      </div>
      {when !== 'always' && <p className={styles.hint}>{counting[when]}</p>}
    </>
  )
}
