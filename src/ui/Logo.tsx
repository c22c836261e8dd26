import { useTheme } from './theme/theme.ts'

interface LogoProps {
  /** Shows only the symbol, without the word. */
  mark?: boolean
  /** A CSS length; the width follows. Without it, `className` sets the size. */
  height?: string
  className?: string | undefined
}

/** The logo in the colours of the theme. */
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
