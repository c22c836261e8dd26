import { ThemedImage } from './ThemedImage.tsx'

interface LogoProps {
  /** Shows only the symbol, without the word. */
  mark?: boolean
  /** A CSS length; the width follows. Without it, `className` sets the size. */
  height?: string
  className?: string | undefined
}

/** The logo in the colours of the theme. */
export function Logo({ mark = false, height, className }: LogoProps) {
  const shape = { className, height: 64, style: height ? { height, width: 'auto' } : undefined }
  return mark ? (
    <img {...shape} alt="Weft" src="/logo-mark.svg" width={64} />
  ) : (
    <ThemedImage {...shape} alt="Weft" light="/logo.svg" dark="/logo-dark.svg" width={218} />
  )
}
