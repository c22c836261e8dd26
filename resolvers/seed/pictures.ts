/** The pictures in public/art that sample posts show. */
export const pictures = ['drying-line', 'hills', 'kilim', 'still-life'] as const

export type Picture = (typeof pictures)[number]

const descriptions: Record<Picture, string> = {
  'drying-line': 'Indigo-dyed cloths drying on a line by the sea',
  hills: 'A golden river winding through layered hills at dusk',
  kilim: 'A kilim with stepped diamonds in red, blue and yellow',
  'still-life': 'A blue jug, a bowl of oranges and a pear on a striped cloth',
}

/** Returns the media fields of a post with this picture. */
export function mediaWith(picture: Picture) {
  return {
    mediaUrl: `/art/post-${picture}.svg`,
    mediaType: 'image',
    mediaWidth: 640,
    mediaHeight: 400,
    mediaAlt: descriptions[picture],
  }
}
