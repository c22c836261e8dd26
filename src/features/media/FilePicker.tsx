import { useRef, type ReactNode } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'

interface FilePickerProps {
  label: string
  accept: string
  onPick: (file: File) => void
  disabled?: boolean
  busy?: boolean
  className?: string | undefined
  /** The icon. */
  children: ReactNode
}

/** A button that opens the file dialog. The native file input is hidden. */
export function FilePicker({
  label,
  accept,
  onPick,
  disabled = false,
  busy = false,
  className,
  children,
}: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Without this, picking the same file again would dispatch no event.
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
      <IconButton
        label={label}
        className={className}
        disabled={disabled}
        aria-busy={busy}
        onClick={() => input.current?.click()}
      >
        {children}
      </IconButton>
    </>
  )
}
