import { appPages } from '../../../shared/appPages.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Logo } from '../../ui/images/Logo.tsx'
import { Tapestry } from '../../ui/images/ThemedImage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import styles from './LandingPage.module.css'
import { Tagline } from './Tagline.tsx'

/** The landing page (spec §2). */
export default function LandingPage() {
  return (
    <div className={styles.page}>
      <title>{`${appPages.landing.title} · Weft`}</title>
      <main className={styles.copy}>
        <Logo className={styles.logo} />
        <div className={styles.middle}>
          <Tagline />
          <p className={styles.lead}>Weaving a digital tapestry of creativity and community!</p>
          <div className={styles.actions}>
            <ButtonLink size="lg" to="/signup">
              Become a Member
            </ButtonLink>
            <p className={styles.logIn}>
              Already have an Account? <TextLink to="/login">Log In</TextLink>
            </p>
          </div>
        </div>
      </main>
      <div className={styles.cloth}>
        <Tapestry className={styles.tapestry} />
      </div>
    </div>
  )
}
