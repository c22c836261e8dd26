import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './HighlightOverlay.module.css'
import { useTextSegments } from './useTextSegments.ts'

/** Longer text is shown without colours: each key press parses all of it. */
const MAX_CHARS = 3000

/**
 * The links in all overlays. Unlike elements, a highlight cannot change how the text around it is shaped and wrapped.
 * Belongs to the page, which registers it by name.
 */
const highlight = createHighlight()

function createHighlight(): Highlight | undefined {
  // Text areas of iOS have a padding that no style describes.
  if (!('Highlight' in globalThis) || CSS.supports('-webkit-touch-callout', 'none')) return undefined
  const created = new Highlight()
  CSS.highlights.set('links', created)
  return created
}

interface HighlightOverlayProps {
  text: string
  /** The classes of the text area. */
  className: string | undefined
}

/**
 * Colours the links in a text area while the user writes. It comes directly after the text area, in an element of class
 * `field` that has only the two. It shows the text in the same place, while the text of the text area is transparent. A
 * text without links, a long one, and one that an input method composes are shown by the text area itself.
 */
export function HighlightOverlay({ text, className }: HighlightOverlayProps) {
  const overlay = useRef<HTMLDivElement>(null)
  const [isComposing, setComposing] = useState(false)
  const segments = useTextSegments(highlight && text.length <= MAX_CHARS ? text : '')
  const isPlain = isComposing || !segments.some(isLink)

  useEffect(() => {
    const field = overlay.current?.previousElementSibling
    const start = () => setComposing(true)
    const end = () => setComposing(false)
    field?.addEventListener('compositionstart', start)
    // In an empty field, composition starts before the overlay mounts.
    field?.addEventListener('compositionupdate', start)
    field?.addEventListener('compositionend', end)
    return () => {
      field?.removeEventListener('compositionstart', start)
      field?.removeEventListener('compositionupdate', start)
      field?.removeEventListener('compositionend', end)
    }
  }, [])

  useLayoutEffect(() => {
    const node = overlay.current?.firstChild
    if (!highlight || !node || isPlain) return undefined
    const ranges = segments.filter(isLink).map(
      ({ start, text: shown }) =>
        new StaticRange({
          startContainer: node,
          startOffset: start,
          endContainer: node,
          endOffset: start + shown.length,
        }),
    )
    for (const range of ranges) highlight.add(range)
    return () => {
      for (const range of ranges) highlight.delete(range)
    }
  }, [segments, isPlain])

  return (
    <div ref={overlay} className={classes(className, styles.overlay)} dir="auto" aria-hidden="true" hidden={isPlain}>
      {/* Without another line break, an empty last line would have no height. */}
      {isPlain ? '' : `${text}\n`}
    </div>
  )
}

function isLink({ to, href }: { to?: string; href?: string }): boolean {
  return (to ?? href) !== undefined
}
