import { useState } from 'react'
import styles from './Avatar.module.css'
import { classes } from './classes.ts'
import { useMediaSource } from './mediaSource.ts'

const standIn = '/art/avatar-default.svg'

interface AvatarProps {
  src: string | null | undefined
  /** A CSS length; 44 px unless told, or what `--avatar-size` says. */
  size?: string | undefined
  className?: string | undefined
}

/** Someone's picture; the name stands beside it. One that does not load gives way to the stand-in. */
export function Avatar({ src, size, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const source = useMediaSource(src ?? '')

  return (
    <img
      className={classes(styles.avatar, className)}
      src={source && src !== broken ? source : standIn}
      alt=""
      width={44}
      height={44}
      style={size ? { width: size, height: size } : undefined}
      onError={() => setBroken(src ?? null)}
    />
  )
}
