import type { ComponentProps } from 'react'
import type { DataTask, Progress } from '../../../backend/dataTasks.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { classes } from '../../../ui/classes.ts'
import { useStore } from '../../../lib/createStore.ts'
import { cancelTask, dataTask, type TaskState } from './dataTask.ts'
import { formatNumber } from '../../../lib/format.ts'
import { formatBytes, formatTimeLeft } from '../format.ts'
import styles from '../Lab.module.css'
import { Problem } from '../Section.tsx'

/** The id of the progress text, which describes the buttons that are disabled while a task runs. */
const progressId = 'lab-task'

const phases: Record<Progress['phase'], string> = {
  clearing: 'Clearing',
  users: 'Generating users',
  posts: 'Generating posts',
  replies: 'Generating replies',
  follows: 'Generating follows',
  bookmarks: 'Generating bookmarks',
  reading: 'Reading',
  writing: 'Writing',
}

const results: Record<DataTask['kind'], string> = {
  scenario: 'Replaced.',
  grow: 'Generated.',
  export: 'Exported.',
  import: 'Imported.',
}

/** The progress or result of a data task of one of these kinds. */
export function TaskProgress({ kinds }: { kinds: readonly DataTask['kind'][] }) {
  const task = useStore(dataTask)
  const isHere = task.status !== 'idle' && kinds.includes(task.kind)
  return (
    <>
      {isHere && task.status === 'running' && <Running {...task} />}
      {isHere && task.status === 'failed' && <Problem>{task.message}</Problem>}
      <p role="status" className={styles.hint}>
        {isHere && resultOf(task)}
      </p>
    </>
  )
}

function Running({ kind, progress, msLeft, isCancelled = false }: Extract<TaskState, { status: 'running' }>) {
  const { phase, done, total } = progress ?? { phase: 'reading', done: 0, total: 0 }
  const label = progress ? phases[phase] : 'Starting'
  const format = kind === 'import' ? formatBytes : formatNumber
  return (
    <div className={styles.task}>
      <div className={styles.group}>
        <div id={progressId} className={classes(styles.row, styles.apart)}>
          <b>{total > 0 ? `${label}: ${format(done)} of ${format(total)}` : label}</b>
          <span className={styles.hint}>{msLeft !== undefined && formatTimeLeft(msLeft)}</span>
        </div>
        <ProgressBar label={label} value={total > 0 ? done / total : 0} />
      </div>
      <Button variant="outline" size="sm" busy={isCancelled} onClick={cancelTask}>
        Cancel
      </Button>
    </div>
  )
}

function resultOf(task: TaskState): string | undefined {
  if (task.status === 'cancelled') return 'Cancelled.'
  if (task.status !== 'done') return undefined
  return [results[task.kind], ...task.warnings].join(' ')
}

/** A button that starts a data task. Disabled while one runs. */
export function TaskButton({
  onClick,
  describedBy,
  ...props
}: ComponentProps<typeof Button> & { describedBy?: string }) {
  const isRunning = useStore(dataTask).status === 'running'
  return (
    <Button
      {...props}
      aria-disabled={isRunning || undefined}
      aria-describedby={isRunning ? progressId : describedBy}
      onClick={isRunning ? (event) => event.preventDefault() : onClick}
    />
  )
}
