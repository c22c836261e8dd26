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

/** A button that opens the device's file dialog; the browser's own file input stays out of sight. */
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
          // The same file can be picked again after it was removed.
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
