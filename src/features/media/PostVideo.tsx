import { useEffect, useRef } from 'react'
import { Video } from '../../ui/Video.tsx'

interface PostVideoProps {
  source: string | undefined
  label: string
  width: number | undefined
  height: number | undefined
  onError: () => void
}

/** A video with its first frame as the poster. It starts muted, and pauses off screen and when another one plays. */
export function PostVideo({ source, label, width, height, onError }: PostVideoProps) {
  const video = useRef<HTMLVideoElement>(null)

  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.at(-1)?.isIntersecting && document.pictureInPictureElement !== element) element.pause()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const pauseOthers = () => {
    for (const other of document.querySelectorAll('video')) if (other !== video.current) other.pause()
  }

  return (
    <Video
      ref={video}
      // Without a time Safari shows no frame before it plays.
      src={source && `${source}#t=0.001`}
      controls
      aria-label={label}
      width={width}
      height={height}
      onPlay={pauseOthers}
      onError={onError}
    />
  )
}
