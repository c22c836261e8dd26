import { Moon, Sun } from 'lucide-react'
import { Icon } from '../images/Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { choosePreferences } from '../preferences/preferences.ts'
import { useTheme } from './theme.ts'

/** A button that switches between the light and the dark theme. */
export function ThemeSwitch() {
  const other = useTheme() === 'dark' ? 'light' : 'dark'

  return (
    <IconButton label={`Switch to ${other} theme`} onClick={() => choosePreferences({ theme: other })}>
      <Icon of={Moon} className="light-only" />
      <Icon of={Sun} className="dark-only" />
    </IconButton>
  )
}
