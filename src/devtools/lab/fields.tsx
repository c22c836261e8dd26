import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { FormField } from '../../ui/fields/FormField.tsx'
import selectStyles from '../../ui/fields/Select.module.css'
import { formatNumber } from '../../lib/format.ts'

interface NumberFieldProps {
  label: string
  className?: string | undefined
  value: number
  min: number
  max: number
  /** Called only with valid numbers. */
  onChange: (value: number) => void
}

/** A field for a whole number. Shows an error for invalid input. */
export function NumberField({ label, className, value, min, max, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState({ text: String(value), value })
  // The value has changed outside this field.
  if (draft.value !== value) setDraft({ text: String(value), value })

  const isValid = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max

  const type = (text: string) => {
    setDraft({ text, value: isValid(text) ? Number(text) : value })
    if (isValid(text)) onChange(Number(text))
  }

  return (
    <TextField
      label={label}
      className={className}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={draft.text}
      error={
        isValid(draft.text) ? undefined : `Enter a whole number from ${formatNumber(min)} to ${formatNumber(max)}.`
      }
      onChange={(event) => type(event.target.value.trim())}
    />
  )
}

interface SelectFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** `option` and `optgroup` elements. */
  children: ReactNode
}

/** A native select with a visible label. */
export function SelectField({ label, value, onChange, children }: SelectFieldProps) {
  const id = useId()
  return (
    <FormField id={id} label={label}>
      <span className={selectStyles.place}>
        <select
          id={id}
          className={selectStyles.select}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
        <Icon of={ChevronDown} />
      </span>
    </FormField>
  )
}
