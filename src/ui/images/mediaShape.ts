import type { CSSProperties } from 'react'

/** Pictures outside of these shapes are cropped: width / height. */
const MIN_RATIO = 0.4
const MAX_RATIO = 3

interface MediaShape extends CSSProperties {
  '--ratio'?: number
  '--pixels'?: string
}

/**
 * Returns the shape in which a picture or video is shown, the same in forms and posts, for their style sheets: its ratio,
 * and for a picture the width that it has. Empty if its size is not known.
 */
export function shapeOf(
  type: 'IMAGE' | 'VIDEO',
  { width, height }: { width?: number | null; height?: number | null } = {},
): MediaShape {
  if (!width || !height) return {}
  const ratio = Math.min(MAX_RATIO, Math.max(MIN_RATIO, width / height))
  return { '--ratio': ratio, ...(type === 'IMAGE' && { '--pixels': `${width}px` }) }
}
