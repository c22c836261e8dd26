import { Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Icon } from '../../../ui/images/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { PostArticle, type PostLayout } from './PostArticle.tsx'
import styles from './PostCard.module.css'
import type { PostCard_PostFragment } from './PostCard.generated.ts'
import { useDeletePost } from '../../postChanges/deletion/useDeletePost.ts'
import { EditPostForm } from '../../postChanges/editing/EditPostForm.tsx'
import { useEditing } from '../../postChanges/editing/useEditing.ts'

interface OwnPostCardProps {
  post: PostCard_PostFragment
  onDeleted: (() => void) | undefined
  layout: PostLayout
}

/** A post of the viewer, who can edit and delete it. */
export function OwnPostCard({ post, onDeleted, layout }: OwnPostCardProps) {
  const editButtonRef = useRef<HTMLButtonElement>(null)
  const editing = useEditing(post, editButtonRef)
  const { deleted, deletePost } = useDeletePost(post)

  const remove = async () => {
    if (await deletePost()) onDeleted?.()
  }

  const tools = (
    <div className={styles.tools}>
      <IconButton ref={editButtonRef} label="Edit post" aria-expanded={editing.isOpen} onClick={editing.toggle}>
        <Icon of={Pencil} />
      </IconButton>
      <IconButton label="Delete post" tone="danger" onClick={() => void remove()}>
        <Icon of={Trash2} />
      </IconButton>
    </div>
  )
  const form = editing.isOpen && <EditPostForm editing={editing} post={post} />
  return (
    <PostArticle {...layout} post={post} tools={tools} {...editing.shown} form={form || undefined} hidden={deleted} />
  )
}
