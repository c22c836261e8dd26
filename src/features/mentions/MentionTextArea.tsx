import type { ComponentProps } from 'react'
import { submitOnCommandEnter } from '../../lib/keys.ts'
import { classes } from '../../ui/classes.ts'
import { HighlightOverlay } from '../texts/HighlightOverlay.tsx'
import overlayStyles from '../texts/HighlightOverlay.module.css'
import { MentionList } from './MentionList.tsx'
import { useMentionSuggestions } from './useMentionSuggestions.ts'

interface MentionTextAreaProps extends Omit<
  ComponentProps<'textarea'>,
  'onBlur' | 'onInput' | 'onKeyDown' | 'onSelect'
> {
  value: string
  className: string | undefined
  /** The classes of the element around the text area. */
  fieldClassName?: string | undefined
}

/**
 * The text area for the text of a post. Its links have a colour, and `@` with a letter suggests users to mention. Ctrl+Enter
 * and Cmd+Enter submit its form.
 */
export function MentionTextArea({ value, className, fieldClassName, ...props }: MentionTextAreaProps) {
  const { control, handleKey, list } = useMentionSuggestions(value)
  return (
    <>
      <div className={classes(overlayStyles.field, fieldClassName)}>
        <textarea
          dir="auto"
          {...props}
          {...control}
          className={className}
          value={value}
          onKeyDown={(event) => {
            if (!handleKey(event)) submitOnCommandEnter(event)
          }}
        />
        {value !== '' && <HighlightOverlay text={value} className={className} />}
      </div>
      {list && <MentionList {...list} />}
    </>
  )
}
