import { Link, type LinkProps } from 'react-router-dom'
import { classes } from './classes.ts'
import styles from './TextLink.module.css'

/** A link within running text. */
export function TextLink({ className, ...props }: LinkProps) {
  return <Link {...props} className={classes(styles.link, className)} />
}
