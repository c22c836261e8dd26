import { useTheme } from './theme/theme.ts'

interface LogoProps {
  /** The mark alone, for narrow screens. */
  mark?: boolean
  /** The height as a CSS length; the width follows. Default: set by the class. */
  height?: string
  className?: string | undefined
}

/** The logo in the ink that suits the theme. */
export function Logo({ mark = false, height, className }: LogoProps) {
  const full = useTheme() === 'dark' ? '/logo-dark.svg' : '/logo.svg'
  const shape = mark ? { src: '/logo-mark.svg', width: 64 } : { src: full, width: 218 }

  return (
    <img
      {...shape}
      className={className}
      alt="Weft"
      height={64}
      style={height ? { height, width: 'auto' } : undefined}
    />
  )
}
