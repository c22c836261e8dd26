import styles from './ThreadProgress.module.css'

interface ThreadProgressProps {
  label: string
  /** From 0 to 1. Undefined: not known. */
  value: number | undefined
}

/** A progress bar, drawn as a thread that crosses a row of warp threads. */
export function ThreadProgress({ label, value }: ThreadProgressProps) {
  const percent = value && Math.floor(Math.min(1, Math.max(0, value)) * 100)

  return (
    <div className={styles.warps}>
      <progress className="visually-hidden" aria-label={label} max={100} value={percent} />
      <span className={styles.thread} style={{ width: `${percent ?? 0}%` }} />
    </div>
  )
}
