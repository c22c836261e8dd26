import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { UnmaskedFragment } from '../../../apollo/calls.ts'
import { Icon } from '../../../ui/images/Icon.tsx'
import { fullName } from '../../people/userLinks.ts'
import styles from './PostCard.module.css'
import type { ReplyingTo_PostFragment } from './ReplyingTo.generated.ts'

/** Names whom a reply answers, with a link to the answered post. Renders nothing for a post that is no reply. */
export function ReplyingTo({ post: { isReply, parent } }: { post: UnmaskedFragment<ReplyingTo_PostFragment> }) {
  if (!isReply) return null
  return (
    <p className={styles.replyingTo}>
      {parent?.__typename === 'Post' ? (
        <Link to={`/post/${parent.id}`}>
          <Icon of={MessageCircle} />
          <span>
            Replying to <bdi>{fullName(parent.author)}</bdi>
          </span>
        </Link>
      ) : (
        <>
          <Icon of={MessageCircle} />
          Replying to a {parent?.reason === 'HIDDEN' ? 'removed' : 'deleted'} post
        </>
      )}
    </p>
  )
}
