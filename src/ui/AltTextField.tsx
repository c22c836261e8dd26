import type { ComponentProps } from 'react'
import { textLimits } from '../../shared/textLimits.ts'
import { submitOnCommandEnter } from '../lib/keys.ts'
import styles from './FormField.module.css'
import { TextAreaField } from './TextArea.tsx'

interface AltTextFieldProps extends Pick<ComponentProps<'textarea'>, 'ref' | 'readOnly' | 'onChange' | 'onKeyDown'> {
  of: 'IMAGE' | 'VIDEO'
  value: string
  /** What the user can do without a description, if they were reminded of it. Shown while there is none. */
  reminder?: string | undefined
}

/** The field for the description of a picture or video. */
export function AltTextField({ of, reminder, ...props }: AltTextFieldProps) {
  return (
    <>
      <TextAreaField
        onKeyDown={submitOnCommandEnter}
        {...props}
        className={styles.alt}
        label="Alt text"
        rows={2}
        limit={textLimits.mediaAlt}
      />
      <p className={styles.note} role={reminder === undefined ? undefined : 'alert'}>
        Describe this {of === 'VIDEO' ? 'video' : 'picture'} for people who cannot see it
        {props.value === '' && reminder}
      </p>
    </>
  )
}
