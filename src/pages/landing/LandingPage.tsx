import { useTheme } from '../../theme/useTheme.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import styles from './LandingPage.module.css'

export default function LandingPage() {
  return (
    <div className={styles.page}>
      <title>Share - Explore - Connect · Weft</title>
      <main className={styles.copy}>
        <Logo className={styles.logo} />
        <div className={styles.middle}>
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
          <p className={styles.lead}>Weaving a digital tapestry of creativity and community!</p>
          <div className={styles.ways}>
            <ButtonLink size="lg" to="/signup">
              Become a Member
            </ButtonLink>
            <p className={styles.member}>
              Already have an Account? <TextLink to="/login">Log In</TextLink>
            </p>
          </div>
        </div>
      </main>
      <div className={styles.cloth}>
        <img className={styles.tapestry} src={`/art/landing-tapestry-${useTheme()}.svg`} alt="" />
      </div>
    </div>
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
