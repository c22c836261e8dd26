import type { ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './Thread.module.css'

/** Shows more of a thread in its place. */
export function MoreButton(props: ComponentProps<typeof Button>) {
  return <Button size="sm" variant="quiet" className={styles.more} {...props} />
}
