import { useEffect, useEffectEvent, useRef, type ComponentPropsWithoutRef, type RefObject } from 'react'

interface VideoProps extends ComponentPropsWithoutRef<'video'> {
  ref?: RefObject<HTMLVideoElement | null>
  /** Called when the browser cannot load or decode the video. */
  onError: () => void
  /** Called when the browser knows the size and length of the video. */
  onMetadata?: (video: HTMLVideoElement) => void
}

/** A muted video that plays in place. */
export function Video({ ref, onError, onMetadata, ...props }: VideoProps) {
  const own = useRef<HTMLVideoElement>(null)
  const video = ref ?? own
  const reportEarlyEvent = useEffectEvent(() => {
    const { current } = video
    if (current?.error) onError()
    else if (current && current.readyState >= HTMLMediaElement.HAVE_METADATA) onMetadata?.(current)
  })

  // A video loads before React has mounted its element, and until then React ignores its events.
  useEffect(() => reportEarlyEvent(), [])

  return (
    <video
      {...props}
      ref={video}
      muted
      playsInline
      preload="metadata"
      onError={onError}
      onLoadedMetadata={({ currentTarget }) => onMetadata?.(currentTarget)}
    />
  )
}
