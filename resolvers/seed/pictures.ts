/** The pictures in public/art that sample posts show. */
export const pictures = ['drying-line', 'hills', 'kilim', 'still-life', 'loom', 'tile'] as const

export type Picture = (typeof pictures)[number]

interface Details {
  alt: string
  width: number
  height: number
}

const landscape = { width: 640, height: 400 }

const details: Record<Picture, Details> = {
  'drying-line': { alt: 'Indigo-dyed cloths drying on a line by the sea', ...landscape },
  hills: { alt: 'A golden river winding through layered hills at dusk', ...landscape },
  kilim: { alt: 'A kilim with stepped diamonds in red, blue and yellow', ...landscape },
  'still-life': { alt: 'A blue jug, a bowl of oranges and a pear on a striped cloth', ...landscape },
  loom: { alt: 'An upright loom with a half-finished blue and gold cloth', width: 400, height: 640 },
  tile: { alt: 'A square tile with an eight-pointed star in indigo and madder', width: 480, height: 480 },
}

/** Returns the media fields of a post with this picture. */
export function mediaWith(picture: Picture) {
  const { alt, width, height } = details[picture]
  return {
    mediaUrl: `/art/post-${picture}.svg`,
    mediaType: 'image',
    mediaWidth: width,
    mediaHeight: height,
    mediaAlt: alt,
  }
}
