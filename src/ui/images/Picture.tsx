import { useEffect, useEffectEvent, useRef, type ComponentPropsWithoutRef } from 'react'
import type { PictureState } from './useAnimation.ts'

interface PictureProps extends Omit<ComponentPropsWithoutRef<'img'>, 'onError' | 'width' | 'height'> {
  state: PictureState
  src: string | undefined
  alt: string
  onError?: () => void
  width?: number | undefined
  height?: number | undefined
}

/** A picture, or the first frame of an animation that stands still. */
export function Picture({ state, src, alt, ...props }: PictureProps) {
  if (state === 'still') return <FirstFrame src={src} alt={alt} {...props} />
  return <img src={state === 'waiting' ? undefined : src} alt={alt} {...props} />
}

function FirstFrame({ src, alt, onError, width, height, className, style }: Omit<PictureProps, 'state'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const handleError = useEffectEvent(() => onError?.())

  useEffect(() => {
    if (src === undefined) return undefined
    const image = new Image()
    image.addEventListener('load', () => {
      const { current } = canvas
      if (!current) return
      current.width = image.naturalWidth
      current.height = image.naturalHeight
      current.getContext('2d')?.drawImage(image, 0, 0)
    })
    image.addEventListener('error', handleError)
    image.src = src
    return () => image.removeEventListener('error', handleError)
  }, [src])

  return (
    <canvas
      ref={canvas}
      role={alt === '' ? 'presentation' : 'img'}
      aria-label={alt || undefined}
      className={className}
      style={style}
      width={width}
      height={height}
    />
  )
}
