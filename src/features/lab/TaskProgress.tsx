import type { DataTask, Progress } from '../../backend/dataTasks.ts'
import { Button } from '../../ui/Button.tsx'
import { ThreadProgress } from '../../ui/ThreadProgress.tsx'
import { cancelTask, type TaskState } from './dataTask.ts'
import styles from './Lab.module.css'
import { Problem } from './Problem.tsx'
import { useDataTask } from './useDataTask.ts'
import { counted, sized, timeLeft } from './words.ts'

/** What stands where a task runs; the buttons that wait for it refer to it. */
export const progressId = 'lab-task'

const phases: Record<Progress['phase'], string> = {
  clearing: 'Clearing',
  users: 'Generating users',
  posts: 'Generating posts',
  follows: 'Generating follows',
  bookmarks: 'Generating bookmarks',
  reading: 'Reading',
  writing: 'Writing',
}

const endings: Record<DataTask['kind'], string> = {
  scenario: 'Replaced.',
  grow: 'Grown.',
  export: 'Exported.',
  import: 'Imported.',
}

/** How it goes with a task of these kinds, or how the last one ended. */
export function TaskProgress({ kinds }: { kinds: readonly DataTask['kind'][] }) {
  const task = useDataTask()
  const isHere = task.is !== 'idle' && kinds.includes(task.kind)
  return (
    <>
      {isHere && task.is === 'running' && <Running {...task} />}
      {isHere && task.is === 'failed' && <Problem>{task.message}</Problem>}
      <p role="status" className={styles.hint}>
        {isHere && endingOf(task)}
      </p>
    </>
  )
}

function Running({ kind, progress, msLeft, isCancelled = false }: Extract<TaskState, { is: 'running' }>) {
  const { phase, done, total } = progress ?? { phase: 'reading', done: 0, total: 0 }
  const label = progress ? phases[phase] : 'Starting'
  const inWords = kind === 'import' ? sized : counted
  const howFar = [`${inWords(done)} of ${inWords(total)}`, msLeft !== undefined && timeLeft(msLeft)]
    .filter(Boolean)
    .join(' · ')
  return (
    <div className={styles.group}>
      <div className={styles.head}>
        <div id={progressId}>
          <p>{label}</p>
          <p className={styles.hint}>{total > 0 && howFar}</p>
        </div>
        <Button variant="outline" size="sm" busy={isCancelled} onClick={cancelTask}>
          Cancel
        </Button>
      </div>
      <ThreadProgress label={label} value={total > 0 ? done / total : 0} />
    </div>
  )
}

function endingOf(task: TaskState): string | undefined {
  if (task.is === 'cancelled') return 'Cancelled.'
  if (task.is !== 'done') return undefined
  return endings[task.kind]
}
