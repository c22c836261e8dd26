import { Download, Upload } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Confirm } from './Confirm.tsx'
import { currentTask, startTask } from './dataTask.ts'
import styles from './Lab.module.css'
import { Section } from './Section.tsx'
import { TaskButton } from './TaskButton.tsx'
import { TaskProgress } from './TaskProgress.tsx'

/** All the data as a file, and back. */
export function Snapshot() {
  const [file, setFile] = useState<Blob | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { isOver, ...drop } = useDrop(setFile)

  return (
    <Section title="Snapshot">
      <div className={classes(styles.group, isOver && styles.over)} {...drop}>
        <p className={styles.hint}>
          Everything in one file, to come back to. To import one, pick it or drop it here. It holds password hashes:
          keep it to yourself.
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
          // The same file can be picked again.
          event.target.value = ''
        }}
      />
      <TaskProgress kinds={['export', 'import']} />
      {file && <Confirm onConfirm={() => void startTask({ kind: 'import', file })} onClose={() => setFile(null)} />}
    </Section>
  )
}

/** What an element needs to take a file that is dropped on it, while no task runs. */
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
      if (file && currentTask().is !== 'running') onFile(file)
    },
  }
}
