import { use } from 'react'
import styles from './Avatar.module.css'
import { classes } from '../classes.ts'
import { MediaSourceContext, useMedia } from './mediaSource.ts'
import { Picture } from './Picture.tsx'
import { useAnimation } from './useAnimation.ts'

const defaultAvatar = '/art/avatar-default.svg'

interface AvatarProps {
  src: string | null | undefined
  /** A CSS length. Default: `--avatar-size`, or 44 px. */
  size?: string | undefined
  className?: string | undefined
}

/** A user's picture, beside the name and therefore without alternative text. Falls back to the default picture. */
export function Avatar({ src, size, className }: AvatarProps) {
  const { source, tries, onError } = useMedia(src ?? '')
  const { read } = use(MediaSourceContext)
  const { state } = useAnimation(src ?? '', () => read(src ?? ''))

  return (
    <Picture
      key={tries}
      state={state}
      className={classes(styles.avatar, className)}
      src={source || defaultAvatar}
      alt=""
      width={44}
      height={44}
      style={size ? { width: size, height: size } : undefined}
      onError={onError}
    />
  )
}
