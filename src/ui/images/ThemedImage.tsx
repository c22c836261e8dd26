import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'

interface ThemedImageProps extends Omit<ComponentProps<'img'>, 'src'> {
  light: string
  dark: string
}

/** An image for each theme. CSS shows the right one, so that a prerendered page needs no script for it. */
export function ThemedImage({ light, dark, className, alt, ...props }: ThemedImageProps) {
  return (
    <>
      <img {...props} src={light} alt={alt} className={classes('light-only', className)} />
      <img {...props} src={dark} alt={alt} className={classes('dark-only', className)} />
    </>
  )
}

/** The illustration of the landing and sign-up pages. Lazy, so that only the theme's picture loads. */
export function Tapestry({ className }: { className: string | undefined }) {
  return (
    <ThemedImage
      light="/art/landing-tapestry-light.svg"
      dark="/art/landing-tapestry-dark.svg"
      alt=""
      loading="lazy"
      className={className}
    />
  )
}
