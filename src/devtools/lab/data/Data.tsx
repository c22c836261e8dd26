import { useId, useState, type FormEvent } from 'react'
import type { DataTask } from '../../../backend/dataTasks.ts'
import type { DataFigures } from '../../../backend/lab.ts'
import { formatCount } from '../../../lib/format.ts'
import { Confirm } from './Confirm.tsx'
import { startTask } from './dataTask.ts'
import { NumberField } from '../fields.tsx'
import { formatCounts } from '../format.ts'
import styles from '../Lab.module.css'
import { Section } from '../Section.tsx'
import { TaskButton, TaskProgress } from './Task.tsx'
import { useRefreshedValue } from '../useRefreshedValue.ts'

type ScenarioName = Extract<DataTask, { kind: 'scenario' }>['scenario']

const labels: Record<ScenarioName, string> = { empty: 'Empty', seed: 'Seed', busy: 'Busy', veryLarge: 'Very large' }
const scenarios: readonly ScenarioName[] = ['empty', 'seed', 'busy', 'veryLarge']

const generatorFields = [
  { name: 'users', label: 'Users', max: 100_000 },
  { name: 'posts', label: 'Posts', max: 1_000_000 },
  { name: 'seed', label: 'Seed', max: 2 ** 32 - 1 },
] as const

/** Shows how much data there is, replaces it with a scenario, or generates more. */
export function Data({ figures }: { figures: DataFigures }) {
  const { value: counts } = useRefreshedValue(figures.counts)
  const [chosen, choose] = useState<ScenarioName | null>(null)
  const [totals, setTotals] = useState({ users: 1000, posts: 10_000, seed: 1 })

  const generate = (event: FormEvent) => {
    event.preventDefault()
    const invalid = event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')
    if (invalid) invalid.focus()
    else void startTask({ kind: 'grow', ...totals })
  }

  return (
    <Section
      title="Data"
      className={styles.wide}
      aside={<p className={styles.hint}>{counts && formatCounts(counts)}</p>}
    >
      <p className={styles.hint}>Replace all data with a scenario.</p>
      <div className={styles.scenarios}>
        {scenarios.map((scenario) => (
          <Scenario
            key={scenario}
            label={labels[scenario]}
            totals={figures.scenarioTotals[scenario]}
            onClick={() => choose(scenario)}
          />
        ))}
      </div>
      <form className={styles.generator} noValidate onSubmit={generate}>
        <p className={styles.hint}>Or generate data up to these totals. The same seed gives the same data.</p>
        {generatorFields.map(({ name, label, max }) => (
          <NumberField
            key={name}
            label={label}
            value={totals[name]}
            min={0}
            max={max}
            onChange={(value) => setTotals({ ...totals, [name]: value })}
          />
        ))}
        <TaskButton type="submit" variant="soft" size="sm">
          Generate
        </TaskButton>
      </form>
      <TaskProgress kinds={['scenario', 'grow']} />
      {chosen && (
        <Confirm
          onConfirm={() => void startTask({ kind: 'scenario', scenario: chosen, seed: totals.seed })}
          onClose={() => choose(null)}
        />
      )}
    </Section>
  )
}

interface ScenarioProps {
  label: string
  totals: { users: number; posts: number }
  onClick: () => void
}

function Scenario({ label, totals, onClick }: ScenarioProps) {
  const description = useId()
  return (
    <TaskButton
      variant="outline"
      className={styles.scenario}
      aria-label={label}
      describedBy={description}
      onClick={onClick}
    >
      <b>{label}</b>
      <span id={description}>
        {countOf(totals.users, 'user')}
        <br />
        {countOf(totals.posts, 'post')}
      </span>
    </TaskButton>
  )
}

function countOf(count: number, noun: string): string {
  return count === 0 ? `No ${noun}s` : formatCount(count, noun)
}
