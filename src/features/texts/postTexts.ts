import type { MediaType } from '../../generated/types.ts'
import { excerpt } from '../../../shared/excerpt.ts'
import { fullName } from '../people/userLinks.ts'

export interface DescribedPost {
  content: string
  media: { type: MediaType } | null
  author: { firstName: string; lastName: string; username: string }
}

/** Returns the title of a post's page, such as `Kenji Mori on Weft: Six metres of cotton`. */
export function postTitle(post: DescribedPost): string {
  return `${fullName(post.author)} on Weft: ${postSummary(post, 60)}`
}

/** Returns the start of a post's text, or what it shows if it has no text. */
export function postSummary({ content, media }: DescribedPost, maxLength: number): string {
  return excerpt(content, maxLength) || (media?.type === 'VIDEO' ? 'A video' : media ? 'A picture' : 'A post')
}
