import { CircleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { textLimits } from '../../../shared/textLimits.ts'
import { submitOnCommandEnter } from '../../lib/keys.ts'
import { formatNumber } from '../../lib/format.ts'
import { FieldNote } from './FormField.tsx'
import styles from './FormField.module.css'
import { Icon } from '../images/Icon.tsx'
import { TextAreaField } from './TextArea.tsx'
import { useTextLimit } from './useTextLimit.tsx'

interface AltTextFieldProps extends Pick<ComponentProps<'textarea'>, 'ref' | 'readOnly' | 'onChange'> {
  of: 'IMAGE' | 'VIDEO'
  value: string
  /** What the user can do without a description, if they were reminded of it. Shown while there is none. */
  reminder?: string | undefined
}

/** The field for the description of a picture or video. */
export function AltTextField({ of, reminder, ...props }: AltTextFieldProps) {
  const hint = `Describe this ${of === 'VIDEO' ? 'video' : 'picture'} for people who cannot see it`
  const { length } = props.value
  const { isNear } = useTextLimit(props.value, textLimits.mediaAlt)
  return (
    <div className={styles.alt}>
      <TextAreaField
        onKeyDown={submitOnCommandEnter}
        {...props}
        label="Alt text"
        rows={2}
        limit={textLimits.mediaAlt}
      />
      {reminder !== undefined && length === 0 ? (
        <p className={styles.reminder} role="alert">
          <Icon of={CircleAlert} />
          <span>
            <b>No alt text yet.</b> {hint}
            {reminder}
          </span>
        </p>
      ) : (
        <FieldNote className={styles.altNote}>
          {hint}
          {/* Near the limit, the field's own note counts. */}
          {!isNear && (
            <span className={styles.altCount} aria-hidden="true">
              {formatNumber(length)} / {formatNumber(textLimits.mediaAlt)}
            </span>
          )}
        </FieldNote>
      )}
    </div>
  )
}
