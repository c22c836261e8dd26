import { useRef, type ComponentProps } from 'react'
import { maxMegabytes } from '../../../shared/formats.ts'
import type { MediaType } from '../../generated/types.ts'
import { IconButton } from '../../ui/IconButton.tsx'

/** `children` is the icon. */
interface FilePickerProps extends Omit<ComponentProps<typeof IconButton>, 'type' | 'title' | 'onClick'> {
  type: MediaType
  onPick: (file: File, type: MediaType) => void
}

/** A button that opens the file dialog, described by the limit of the file. The native file input is hidden. */
export function FilePicker({ type, onPick, ...props }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        disabled={props.disabled}
        accept={`${type.toLowerCase()}/*`}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Without this, picking the same file again would dispatch no event.
          event.target.value = ''
          if (file) onPick(file, type)
        }}
      />
      <IconButton
        {...props}
        data-picks={type}
        title={`Up to ${maxMegabytes[type]} MB`}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
