import styles from './Tagline.module.css'

/** The heading of the landing page on three lines, joined by threads. */
export function Tagline() {
  return (
    <h1 className={styles.tagline}>
      <span className={styles.line}>
        Share
        <Hyphen />
      </span>
      <span className={styles.line}>
        Explore
        <Hyphen />
      </span>
      <span className={styles.line}>Connect</span>
    </h1>
  )
}

/** A hyphen of the tagline, drawn as a thread that continues into the tapestry. */
function Hyphen() {
  return (
    <span className={styles.thread}>
      <span className={styles.hyphen}> - </span>
    </span>
  )
}
