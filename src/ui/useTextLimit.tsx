import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import styles from './FormField.module.css'
import { Icon } from './Icon.tsx'

interface TextLimit {
  /** Whether the note says something: from 90 % of the limit on. */
  isNear: boolean
  isTooLong: boolean
  /** The ARIA attributes of the control. */
  control: { 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
  /** Says how long the text is, once it is near the limit. Above the limit it is an error. */
  note: ReactNode
}

const { format } = new Intl.NumberFormat('en-GB')

/**
 * Returns how near a text is to its limit (shared/textLimits.ts), for the user to see. Nothing is cut. The note shows
 * `error` too.
 */
export function useTextLimit(text: string, limit: number, error?: string): TextLimit {
  const id = useId()
  const isNear = text.length >= limit * 0.9
  const isTooLong = text.length > limit
  const isInvalid = isTooLong || !!error
  return {
    isNear,
    isTooLong,
    control: { 'aria-describedby': isNear || isInvalid ? id : undefined, 'aria-invalid': isInvalid || undefined },
    note: (
      <p id={id} aria-live="polite" className={isInvalid ? styles.error : isNear ? styles.length : 'visually-hidden'}>
        {isInvalid && <Icon of={CircleAlert} />}
        {error}
        {/* Not announced at every key. */}
        {isNear && <span aria-live="off">{format(text.length)}</span>}
        {isNear && ` of ${format(limit)} characters${isTooLong ? '. Shorten the text.' : ''}`}
      </p>
    ),
  }
}

/** Focuses the first field with an error. Returns whether there is one; the form is not sent then. */
export function focusInvalid(form: Element): boolean {
  const field = form.querySelector<HTMLElement>('[aria-invalid]')
  field?.focus()
  return !!field
}
