import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import styles from './FormField.module.css'
import { Icon } from '../images/Icon.tsx'

interface TextLimit {
  /** Whether `note` has content: from 90 % of the limit on. */
  isNear: boolean
  isTooLong: boolean
  control: { 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
  /** The length of the text and the limit, or an error above the limit. */
  note: ReactNode
}

/**
 * Returns whether a text is near or above its limit (`shared/textLimits.ts`), and a note for the user. Does not truncate
 * the text. The note shows `error` too.
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
      <p id={id} aria-live="polite" className={isInvalid ? styles.error : isNear ? styles.note : 'visually-hidden'}>
        {isInvalid && <Icon of={CircleAlert} />}
        {error}
        {/* Not announced at every key. */}
        {isNear && <span aria-live="off">{formatNumber(text.length)}</span>}
        {isNear && ` of ${formatNumber(limit)} characters${isTooLong ? '. Shorten the text.' : ''}`}
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
