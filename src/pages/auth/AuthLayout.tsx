import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ThemeSwitch } from '../../ui/theme/ThemeSwitch.tsx'
import { Tapestry } from '../../ui/images/ThemedImage.tsx'
import { Logo } from '../../ui/images/Logo.tsx'
import styles from './AuthLayout.module.css'

interface AuthLayoutProps {
  title: string
  lead: string
  /** The illustration beside the form. */
  art: 'loom' | 'tapestry'
  children: ReactNode
}

/** The layout of the log-in and sign-up pages: logo, theme switch, heading, form and illustration. */
export function AuthLayout({ title, lead, art, children }: AuthLayoutProps) {
  return (
    <main className={styles.page}>
      <div className={styles.side}>
        <div className={styles.bar}>
          <Link className={styles.home} to="/">
            <Logo className={styles.logo} />
          </Link>
          <ThemeSwitch />
        </div>
        <div className={styles.content}>
          <div>
            <h1 className={styles.title}>{title}</h1>
            <p className={styles.lead}>{lead}</p>
          </div>
          {children}
        </div>
      </div>
      <div className={styles.wall}>{art === 'loom' ? <Loom /> : <Tapestry className={styles.tapestry} />}</div>
    </main>
  )
}

function Loom() {
  return (
    <img
      className={styles.loom}
      src="/art/login-loom.svg"
      alt="A loom with a half-woven landscape and a shuttle of golden thread"
      width={560}
      height={680}
    />
  )
}
