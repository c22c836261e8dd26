import { Pause, Play, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import type { User } from '../../generated/types.ts'
import { longDateOf } from '../../../shared/dates.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Picture } from '../../ui/images/Picture.tsx'
import { playLabel, type Animation } from '../../ui/images/useAnimation.ts'
import { fullName, profilePath } from '../people/userLinks.ts'
import styles from './PostMedia.module.css'
import { usePictureGestures } from './usePictureGestures.ts'

/** What of a post a picture or video shows. */
export interface ShownPost {
  createdAt: string
  author: Pick<User, 'id' | 'username' | 'firstName' | 'lastName' | 'avatarUrl' | 'isViewer'>
}

export interface PictureDialogProps {
  source: string | undefined
  animation: Animation
  alt: string
  post: ShownPost
  onClose: () => void
}

/** How far an arrow key moves a zoomed picture. */
const KEY_PX = 80

const percents = new Intl.NumberFormat('en-GB', { style: 'percent' })

/**
 * A picture as large as the window, open from the start, with its description. `+`, `-`, the wheel, a double click and
 * two fingers zoom; dragging and the arrow keys move a zoomed picture; Escape, Back, a press beside the picture and a swipe
 * down close it. The browser then returns the focus.
 */
export function PictureDialog({ source, animation, alt, post: { author, createdAt }, onClose }: PictureDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  const [showsAlt, setShowsAlt] = useState(true)
  const altId = useId()
  const name = fullName(author)
  const close = () => dialog.current?.close()
  const { stage, view, moveBy, zoomIn, zoomOut, reset } = usePictureGestures(close)

  useEffect(() => {
    closeButton.current?.focus()
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    // The list around it would move between its posts.
    event.stopPropagation()
    const moves = {
      ArrowLeft: () => moveBy(KEY_PX, 0),
      ArrowRight: () => moveBy(-KEY_PX, 0),
      ArrowUp: () => moveBy(0, KEY_PX),
      ArrowDown: () => moveBy(0, -KEY_PX),
    }
    const actions: Record<string, () => void> = {
      '+': zoomIn,
      '=': zoomIn,
      '-': zoomOut,
      '0': reset,
      ...(view.zoom > 1 && moves),
    }
    const action = actions[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }

  return (
    <Modal
      ref={dialog}
      className={classes('dark-theme', styles.dialog)}
      aria-label={`Picture by ${name}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className={styles.content}>
        <div className={styles.bar}>
          <span role="status" className={styles.zoom}>
            {view.zoom === 1 ? '' : percents.format(view.zoom)}
          </span>
          {/* Not `disabled`: the button would lose the focus, and with it the dialog its keys. */}
          <IconButton line label="Zoom out" aria-disabled={view.zoom === 1} onClick={zoomOut}>
            <Icon of={ZoomOut} />
          </IconButton>
          <IconButton line label="Zoom in" onClick={zoomIn}>
            <Icon of={ZoomIn} />
          </IconButton>
          {animation.toggle && (
            <IconButton line label={playLabel(animation)} onClick={animation.toggle}>
              <Icon of={animation.state === 'still' ? Play : Pause} />
            </IconButton>
          )}
          <IconButton line ref={closeButton} label="Close" onClick={close}>
            <Icon of={X} />
          </IconButton>
        </div>
        <div {...stage} className={styles.stage}>
          <Picture
            state={animation.state}
            src={source}
            alt={alt || `Shared by ${name}`}
            draggable={false}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
          />
        </div>
        <div className={styles.caption}>
          <div className={styles.who}>
            <Avatar src={author.avatarUrl} />
            <p className={styles.author}>
              <Link to={profilePath(author)} replace onClick={close}>
                <bdi>{name}</bdi>
              </Link>
              <span>
                <bdi>@{author.username}</bdi> · <time dateTime={createdAt}>{longDateOf(Date.parse(createdAt))}</time>
              </span>
            </p>
            {alt && (
              <Button
                size="sm"
                variant="outline"
                aria-expanded={showsAlt}
                aria-controls={altId}
                onClick={() => setShowsAlt(!showsAlt)}
              >
                Alt text
              </Button>
            )}
          </div>
          {alt && (
            <p id={altId} className={styles.description} dir="auto" hidden={!showsAlt}>
              {alt}
            </p>
          )}
        </div>
      </div>
    </Modal>
  )
}
