import { Download, Upload } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/images/Icon.tsx'
import { Confirm } from './Confirm.tsx'
import { dataTask, startTask } from './dataTask.ts'
import styles from '../Lab.module.css'
import { Section } from '../Section.tsx'
import { TaskButton, TaskProgress } from './Task.tsx'

/** Exports all data to a file, and imports such a file. */
export function Snapshot() {
  const [file, setFile] = useState<Blob | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { isOver, ...drop } = useDrop(setFile)

  return (
    <Section title="Snapshot">
      <div className={classes(styles.group, isOver && styles.dropTarget)} {...drop}>
        <p className={styles.hint}>
          All data in one file. Import replaces all data with such a file: choose it, or drop it here. It contains
          password hashes: keep it private.
        </p>
        <div className={styles.row}>
          <TaskButton variant="outline" size="sm" onClick={() => void startTask({ kind: 'export' })}>
            <Icon of={Download} />
            Export
          </TaskButton>
          <TaskButton variant="outline" size="sm" onClick={() => input.current?.click()}>
            <Icon of={Upload} />
            Import
          </TaskButton>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Snapshot"
        accept=".ndjson,.json,.txt"
        onChange={(event) => {
          setFile(event.target.files?.[0] ?? null)
          // Without this, choosing the same file again would dispatch no event.
          event.target.value = ''
        }}
      />
      <TaskProgress kinds={['export', 'import']} />
      {file && <Confirm onConfirm={() => void startTask({ kind: 'import', file })} onClose={() => setFile(null)} />}
    </Section>
  )
}

/** Returns the props of a drop target for a file. Ignores files while a task runs. */
function useDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      const file = event.dataTransfer.files[0]
      if (file && dataTask.get().status !== 'running') onFile(file)
    },
  }
}
