import { weaveOf } from './weave.ts'

/** The banner of a profile, which fills its parent: a woven pattern derived from the username. */
export function WeaveBanner({ username }: { username: string }) {
  const { id, width, height, dye, path } = weaveOf(username)
  return (
    <svg aria-hidden="true" focusable="false" width="100%" height="100%">
      <defs>
        <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse">
          <rect width={width} height={height} fill={`var(--weave-${dye}-warp)`} />
          <path fill={`var(--weave-${dye}-weft)`} d={path} />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
