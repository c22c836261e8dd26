import { Link, type LinkProps } from 'react-router-dom'
import { classes } from './classes.ts'
import styles from './TextLink.module.css'

/** A link within running text. */
export function TextLink({ className, ...props }: LinkProps) {
  return <Link {...props} className={classes(styles.link, className)} />
}

/** Links to the pages about the app itself. */
export function ToolLinks() {
  return (
    <>
      <TextLink to="/graphiql">GraphiQL</TextLink> · <TextLink to="/lab">Lab</TextLink>
    </>
  )
}
