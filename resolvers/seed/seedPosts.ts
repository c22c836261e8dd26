import type { Picture } from './pictures.ts'

export interface SeedPost {
  /** The author's username. */
  author: string
  content: string
  picture: Picture | null
  likeCount: number
  /** The post's age when the store is seeded. */
  hoursAgo: number
}

/** The six posts of the seed in order of creation, with the like counts of spec §3. */
export const seedPosts: SeedPost[] = [
  {
    author: 'ines_weaves',
    content:
      'The stepped diamond in this kilim stands for a spring of water. My grandmother read these the way other people read maps.',
    picture: 'kilim',
    likeCount: 32,
    hoursAgo: 12 * 24,
  },
  {
    author: 'tomasvela',
    content:
      'Finished the jug that started as a lopsided bowl. Cobalt glaze, fired twice, now holding eucalyptus from next door.',
    picture: 'still-life',
    likeCount: 23,
    hoursAgo: 9 * 24,
  },
  {
    author: 'kenjimori',
    content:
      'Six metres of cotton, three dips in the vat. It comes out green and turns blue while you watch. The sea wind does the rest.',
    picture: 'drying-line',
    likeCount: 104,
    hoursAgo: 6 * 24,
  },
  {
    author: 'freyalund',
    content:
      'Walked the ridge to choose colours for the winter sweater. The sun went down before I had settled on a red.',
    picture: 'hills',
    likeCount: 9,
    hoursAgo: 4 * 24,
  },
  {
    author: 'samuel_adu',
    content: 'First frost on the allotment. Madder roots come up next week, if the robin lets me near the bed.',
    picture: null,
    likeCount: 0,
    hoursAgo: 2 * 24,
  },
  {
    author: 'asharao',
    content:
      'Carved a new block this morning: a five-petal jasmine that repeats in a half-drop, so the seams disappear. Pearwood holds a finer line than teak and is much kinder to the wrist.',
    picture: null,
    likeCount: 20,
    hoursAgo: 3,
  },
]
