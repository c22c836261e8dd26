import { MessageCircle } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { UnmaskedFragment } from '../../../apollo/calls.ts'
import { formatCount, formatNumber } from '../../../lib/format.ts'
import { useRequireSession } from '../../../session/guards.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/images/Icon.tsx'
import { focusOnNextPage } from '../../../ui/pageFocus.ts'
import type { ReplyCount_PostFragment } from '../../postChanges/ReplyCount.generated.ts'
import styles from './Action.module.css'

/** The field of the form that answers the post of a page. */
const replyField = '[data-reply]'

interface ReplyLinkProps {
  post: UnmaskedFragment<ReplyCount_PostFragment>
  /** Called when it is pressed. */
  onOpen?: () => void
}

/** Leads to the page of a post, with the focus in the form that answers it. Asks visitors to log in. */
export function ReplyLink({ post: { id, replyCount }, onOpen }: ReplyLinkProps) {
  const path = `/post/${id}`
  const navigate = useNavigate()
  const requireSession = useRequireSession('Log in to reply.')
  const open = (event: MouseEvent) => {
    onOpen?.()
    // Another tab opens.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    requireSession(() => {
      if (location.pathname === path) document.querySelector<HTMLElement>(replyField)?.focus()
      else {
        focusOnNextPage(replyField)
        void navigate(path)
      }
    })()
  }

  return (
    <Link
      to={path}
      className={classes(styles.action, styles.counted)}
      aria-label={replyCount > 0 ? `Reply, ${formatCount(replyCount, 'reply', 'replies')}` : 'Reply'}
      data-reply-link=""
      onClick={open}
    >
      <Icon of={MessageCircle} />
      {replyCount > 0 && formatNumber(replyCount)}
    </Link>
  )
}
