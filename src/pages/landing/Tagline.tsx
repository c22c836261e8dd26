import styles from './Tagline.module.css'

/** The page's heading, on three lines that threads hold together. */
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

/** A hyphen of the tagline: real text inside a drawn thread, which runs into the cloth. */
function Hyphen() {
  return (
    <span className={styles.thread}>
      <span className={styles.hyphen}> - </span>
    </span>
  )
}
