import styles from '../AppLayout.module.css'

/** The first link of each page with the frame. `src/start/body.ts` handles it, so that it adds no entry to the history. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to content
    </a>
  )
}
