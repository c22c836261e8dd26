import { useState, type FormEvent } from 'react'
import type { DataTask } from '../../backend/dataTasks.ts'
import type { Lab } from '../../backend/lab.ts'
import { Confirm } from './Confirm.tsx'
import { startTask } from './dataTask.ts'
import { NumberField } from './fields.tsx'
import { formatCounts } from './format.ts'
import styles from './Lab.module.css'
import { Section } from './Section.tsx'
import { TaskButton, TaskProgress } from './Task.tsx'
import { useRefreshedValue } from './useRefreshedValue.ts'

type ScenarioName = Extract<DataTask, { kind: 'scenario' }>['scenario']

const scenarios: readonly { scenario: ScenarioName; label: string }[] = [
  { scenario: 'empty', label: 'Empty' },
  { scenario: 'seed', label: 'Seed' },
  { scenario: 'busy', label: 'Busy' },
  { scenario: 'veryLarge', label: 'Very large' },
]

const MAX_TOTALS = { users: 100_000, posts: 1_000_000, seed: 2 ** 32 - 1 }

/** Shows how much data there is, replaces it with a scenario, or generates more. */
export function Data({ lab }: { lab: Lab }) {
  const { value: counts } = useRefreshedValue(lab.counts)
  const [chosen, choose] = useState<ScenarioName | null>(null)
  const [totals, setTotals] = useState({ users: 1000, posts: 10_000, seed: 1 })
  const set = (change: Partial<typeof totals>) => setTotals({ ...totals, ...change })

  const generate = (event: FormEvent) => {
    event.preventDefault()
    const invalid = event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')
    if (invalid) invalid.focus()
    else void startTask({ kind: 'grow', ...totals })
  }

  return (
    <Section title="Data">
      <p>{counts && `${formatCounts(counts)}.`}</p>
      <p className={styles.hint}>
        Replace all data: Empty, Seed (6 users), Busy (206 users, 2,000 posts), Very large (10,000 users, 100,000
        posts).
      </p>
      <div className={styles.row}>
        {scenarios.map(({ scenario, label }) => (
          <TaskButton key={scenario} variant="outline" size="sm" onClick={() => choose(scenario)}>
            {label}
          </TaskButton>
        ))}
      </div>
      <form className={styles.group} noValidate onSubmit={generate}>
        <p className={styles.hint}>Or generate data up to these totals. The same seed gives the same data.</p>
        <div className={styles.fields}>
          <NumberField
            label="Users"
            value={totals.users}
            min={0}
            max={MAX_TOTALS.users}
            onChange={(users) => set({ users })}
          />
          <NumberField
            label="Posts"
            value={totals.posts}
            min={0}
            max={MAX_TOTALS.posts}
            onChange={(posts) => set({ posts })}
          />
          <NumberField
            label="Seed"
            value={totals.seed}
            min={0}
            max={MAX_TOTALS.seed}
            onChange={(seed) => set({ seed })}
          />
          <TaskButton type="submit" variant="soft">
            Generate
          </TaskButton>
        </div>
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
