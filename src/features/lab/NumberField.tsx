import { useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import { counted } from './words.ts'

interface NumberFieldProps {
  label: string
  value: number
  min: number
  max: number
  /** Hears of numbers that fit alone. */
  onChange: (value: number) => void
}

/** A whole number; what does not fit stays as it was typed, and is told. */
export function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState({ text: String(value), of: value })
  // Changed from elsewhere.
  if (draft.of !== value) setDraft({ text: String(value), of: value })

  const fits = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max

  const type = (text: string) => {
    setDraft({ text, of: fits(text) ? Number(text) : value })
    if (fits(text)) onChange(Number(text))
  }

  return (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={draft.text}
      error={fits(draft.text) ? undefined : `A whole number from ${counted(min)} to ${counted(max)}.`}
      onChange={(event) => type(event.target.value.trim())}
    />
  )
}
