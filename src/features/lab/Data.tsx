import { useState, type FormEvent } from 'react'
import type { DataTask } from '../../backend/dataTasks.ts'
import type { Lab } from '../../backend/lab.ts'
import { Confirm } from './Confirm.tsx'
import { startTask } from './dataTask.ts'
import styles from './Lab.module.css'
import { NumberField } from './NumberField.tsx'
import { Section } from './Section.tsx'
import { TaskButton } from './TaskButton.tsx'
import { TaskProgress } from './TaskProgress.tsx'
import { useFresh } from './useFresh.ts'
import { inAll } from './words.ts'

type ScenarioName = Extract<DataTask, { kind: 'scenario' }>['scenario']

const scenarios: readonly { scenario: ScenarioName; label: string }[] = [
  { scenario: 'empty', label: 'Empty' },
  { scenario: 'seed', label: 'Seed' },
  { scenario: 'busy', label: 'Busy' },
  { scenario: 'veryLarge', label: 'Very large' },
]

/** How much there may be. */
const most = { users: 100_000, posts: 1_000_000, seed: 2 ** 32 - 1 }

/** What the backend holds: begun anew as one of the scenarios, or grown. */
export function Data({ lab }: { lab: Lab }) {
  const { value: counts } = useFresh(lab.counts)
  const [chosen, choose] = useState<ScenarioName | null>(null)
  const [size, setSize] = useState({ users: 1000, posts: 10_000, seed: 1 })
  const set = (change: Partial<typeof size>) => setSize({ ...size, ...change })

  const grow = (event: FormEvent) => {
    event.preventDefault()
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')
    if (wrong) wrong.focus()
    else void startTask({ kind: 'grow', ...size })
  }

  return (
    <Section title="Data">
      <p>{counts && `${inAll(counts)}.`}</p>
      <p className={styles.hint}>
        Begin anew. Empty has nobody, seed six members, busy 200 more and 2,000 posts, very large 10,000 members and
        100,000 posts.
      </p>
      <div className={styles.row}>
        {scenarios.map(({ scenario, label }) => (
          <TaskButton key={scenario} variant="outline" size="sm" onClick={() => choose(scenario)}>
            {label}
          </TaskButton>
        ))}
      </div>
      <form className={styles.group} noValidate onSubmit={grow}>
        <p className={styles.hint}>Or grow to so many in all. The same seed makes the same members and posts.</p>
        <div className={styles.fields}>
          <NumberField
            label="Members"
            value={size.users}
            min={0}
            max={most.users}
            onChange={(users) => set({ users })}
          />
          <NumberField label="Posts" value={size.posts} min={0} max={most.posts} onChange={(posts) => set({ posts })} />
          <NumberField label="Seed" value={size.seed} min={0} max={most.seed} onChange={(seed) => set({ seed })} />
          <TaskButton type="submit" variant="soft">
            Grow
          </TaskButton>
        </div>
      </form>
      <TaskProgress kinds={['scenario', 'grow']} />
      {chosen && (
        <Confirm
          onConfirm={() => void startTask({ kind: 'scenario', scenario: chosen, seed: size.seed })}
          onClose={() => choose(null)}
        />
      )}
    </Section>
  )
}
