import { ImagePlus, Video } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { textLimits } from '../../../shared/textLimits.ts'
import { submitOnCommandEnter } from '../../lib/keys.ts'
import { useSession } from '../../session/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Surface } from '../../ui/Surface.tsx'
import { focusInvalid, useTextLimit } from '../../ui/useTextLimit.tsx'
import { FilePicker } from '../media/FilePicker.tsx'
import { useMediaUpload } from '../media/useMediaUpload.ts'
import styles from './Composer.module.css'
import { MediaTray } from './MediaTray.tsx'
import { useCreatePost } from './useCreatePost.ts'

/** The form for a new post: text, and a picture or video. Keeps its contents if the call fails. */
export function Composer() {
  const [content, setContent] = useState('')
  const upload = useMediaUpload()
  const { busy, createPost } = useCreatePost()
  const session = useSession()
  const { media, problem } = upload
  const { control, note } = useTextLimit(content, textLimits.content)
  const ready = media ? media.state.status === 'done' : content.trim() !== ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !ready || focusInvalid(event.currentTarget)) return
    const attached = media?.state.status === 'done' ? media.state.uploaded : null
    if (!(await createPost({ content, media: attached }))) return
    setContent('')
    upload.remove()
  }

  return (
    <Surface as="form" className={styles.composer} onSubmit={(event: FormEvent) => void submit(event)}>
      <div className={styles.body}>
        <Avatar src={session?.user.avatar ?? ''} />
        <textarea
          className={styles.text}
          {...control}
          aria-label="New post"
          placeholder="What are you making today?"
          rows={5}
          cols={100}
          value={content}
          readOnly={busy}
          onChange={(event) => setContent(event.target.value)}
          onKeyDown={submitOnCommandEnter}
        />
        {media && (
          <div className={styles.media}>
            <MediaTray media={media} retry={upload.retry} remove={upload.remove} />
          </div>
        )}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className={styles.foot}>
        <FilePicker label="Add a photo" accept="image/*" disabled={busy} onPick={(file) => upload.pick(file, 'IMAGE')}>
          <Icon of={ImagePlus} />
        </FilePicker>
        <FilePicker label="Add a video" accept="video/*" disabled={busy} onPick={(file) => upload.pick(file, 'VIDEO')}>
          <Icon of={Video} />
        </FilePicker>
        {note}
        <div className={styles.post}>
          <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
            Post
          </Button>
        </div>
      </div>
    </Surface>
  )
}
