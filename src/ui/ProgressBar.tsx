import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  label: string
  /** From 0 to 1. Undefined: not known. */
  value: number | undefined
}

/** A progress bar, drawn as a thread that crosses a row of warp threads. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = value && Math.floor(Math.min(1, Math.max(0, value)) * 100)

  return (
    <div className={styles.warps}>
      <progress className="visually-hidden" aria-label={label} max={100} value={percent} />
      <span className={styles.thread} style={{ width: `${percent ?? 0}%` }} />
    </div>
  )
}
