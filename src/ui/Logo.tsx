import { useTheme } from './theme/theme.ts'

interface LogoProps {
  /** The mark alone, for narrow screens. */
  mark?: boolean
  /** A CSS length; the width follows. Without it, the class says. */
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
