import { useEffect, useEffectEvent, useRef, type ComponentPropsWithoutRef, type RefObject } from 'react'

type Fixed = 'muted' | 'playsInline' | 'preload' | 'onLoadedMetadata'

interface VideoProps extends Omit<ComponentPropsWithoutRef<'video'>, Fixed> {
  ref?: RefObject<HTMLVideoElement | null>
  /** Called when the browser cannot load or decode the video. */
  onError: () => void
  /** Called when the browser knows the size and length of the video. */
  onMetadata?: (video: HTMLVideoElement) => void
}

/** A video that starts muted, and plays in place. May call its handlers more than once. */
export function Video({ ref, onError, onMetadata, ...props }: VideoProps) {
  const ownRef = useRef<HTMLVideoElement>(null)
  const video = ref ?? ownRef
  const report = useEffectEvent((element: HTMLVideoElement) => {
    if (element.error) onError()
    else if (element.readyState >= HTMLMediaElement.HAVE_METADATA) onMetadata?.(element)
  })

  // A browser may load a video before React mounts its element, and React ignores events until then.
  useEffect(() => {
    if (video.current) report(video.current)
  }, [video])

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
