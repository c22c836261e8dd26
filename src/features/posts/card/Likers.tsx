import { Link } from 'react-router-dom'
import { formatNumber, formFor } from '../../../lib/format.ts'
import { Avatar } from '../../../ui/images/Avatar.tsx'
import { fullName } from '../../people/userLinks.ts'
import type { Likers_PostFragment } from './Likers.generated.ts'
import styles from './Likers.module.css'

/**
 * The users who like a post, as a link to the list of all of them. Renders nothing if a post has only seeded likes, which
 * have no users.
 */
export function Likers({ post }: { post: Likers_PostFragment }) {
  const users = post.likedBy.edges.map(({ node }) => node)
  const [latest] = users
  if (!latest || post.likeCount === 0) return null
  const others = post.likeCount - 1

  return (
    <Link to={`/post/${post.id}/likes`} className={styles.likers}>
      <span className={styles.faces}>
        {users.map((user) => (
          <Avatar key={user.id} src={user.avatarUrl} size="1.75rem" />
        ))}
      </span>
      <span>
        <b>
          <bdi>{fullName(latest)}</bdi>
        </b>
        {others === 0 && ' likes this'}
        {others > 0 && (
          <>
            {' and '}
            <b>{formatNumber(others)}</b> {formFor(others, 'other')} like this
          </>
        )}
      </span>
    </Link>
  )
}
