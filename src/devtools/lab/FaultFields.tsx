import { useId } from 'react'
import type { Fault, FaultKind, Lab } from '../../backend/lab.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberField, SelectField } from './fields.tsx'
import styles from './Lab.module.css'
import { ScopeSelect, type Scopes } from './ScopeSelect.tsx'
import { faultLabels } from './useLab.ts'

interface FaultFieldsProps {
  lab: Lab
  scopes: Scopes
  fault: Fault
  onChange: (fault: Fault) => void
}

const faults: readonly { kind: FaultKind; effect: string }[] = [
  { kind: 'none', effect: 'Every request gets its normal response.' },
  { kind: 'errorBefore', effect: 'Responds 500. Nothing is written.' },
  { kind: 'errorAfter', effect: 'Writes the change, then responds 500.' },
  { kind: 'dropped', effect: 'No response, after the latency. Nothing is written.' },
  { kind: 'offline', effect: 'Fails at once, as without a network.' },
]

const frequencies: readonly { when: Fault['when']; label: string }[] = [
  { when: 'always', label: 'Always' },
  { when: 'once', label: 'Once' },
  { when: 'oneIn', label: 'At random' },
]

/** Selects a fault, the operations that it applies to, and how often it occurs. */
export function FaultFields({ lab, scopes, fault, onChange }: FaultFieldsProps) {
  const name = useId()
  const set = (change: Partial<Fault>) => onChange({ ...fault, ...change })

  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>Fault</legend>
      <div className={styles.faults}>
        {faults.map(({ kind, effect }) => (
          <label key={kind}>
            <input type="radio" name={name} checked={fault.kind === kind} onChange={() => set({ kind })} />
            <b>{faultLabels[kind]}</b>
            <span>{effect}</span>
          </label>
        ))}
      </div>
      {fault.kind !== 'none' && <Occurrence lab={lab} scopes={scopes} fault={fault} set={set} />}
    </fieldset>
  )
}

const counterHints = {
  once: 'The next operation fails. Reset the counter to fail another one.',
  oneIn: 'After a reset, the same seed fails the same operations again.',
}

interface OccurrenceProps {
  lab: Lab
  scopes: Scopes
  fault: Fault
  set: (change: Partial<Fault>) => void
}

function Occurrence({ lab: { bounds }, scopes, fault, set }: OccurrenceProps) {
  const { only, when, oneIn, seed } = fault
  return (
    <>
      <div className={styles.occurrence}>
        <ScopeSelect scopes={scopes} only={only} onChange={(next) => set({ only: next })} />
        <SelectField
          label="How often"
          value={when}
          onChange={(value) => set({ when: frequencies.find((frequency) => frequency.when === value)?.when ?? when })}
        >
          {frequencies.map((frequency) => (
            <option key={frequency.when} value={frequency.when}>
              {frequency.label}
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
          <Button variant="outline" size="sm" onClick={() => set({})}>
            Reset counter
          </Button>
        )}
      </div>
      {when !== 'always' && <p className={styles.hint}>{counterHints[when]}</p>}
    </>
  )
}
