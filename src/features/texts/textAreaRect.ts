import { classes } from '../../ui/classes.ts'
import styles from './HighlightOverlay.module.css'

/**
 * Returns where a character of a text area is in the window. It is measured in a copy of the text, which is placed as the
 * `HighlightOverlay` is: that one does not show every text.
 */
export function textAreaRect(field: HTMLTextAreaElement, offset: number): DOMRect {
  const copy = document.createElement('div')
  copy.className = classes(field.className, styles.overlay)
  copy.dir = 'auto'
  // The overlay is hidden in forced colours.
  copy.style.display = 'block'
  const text = document.createTextNode(`${field.value}\n`)
  copy.append(text)
  field.after(copy)
  const range = document.createRange()
  range.setStart(text, offset)
  range.setEnd(text, offset + 1)
  const rect = range.getBoundingClientRect()
  copy.remove()
  return rect
}
