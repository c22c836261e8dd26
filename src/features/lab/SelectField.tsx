import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import selectStyles from '../../ui/Select.module.css'

interface SelectFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string | undefined
  /** The options, in groups or not. */
  children: ReactNode
}

/** A native select with its label above. */
export function SelectField({ label, value, onChange, className, children }: SelectFieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} className={className}>
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
    </Labelled>
  )
}
