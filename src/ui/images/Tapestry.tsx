import { ThemedImage } from './ThemedImage.tsx'

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
