import { useApolloClient } from '@apollo/client/react'
import { refusalIn, reportError } from '../../apollo/errors.ts'
import type { MediaInput } from '../../generated/types.ts'
import { EditPostDocument } from './EditPost.generated.ts'
import { isSameMedia, type EditPost, type Media } from './useEditing.ts'

/** Changes the text and media of a post. A failure is only logged (spec §8). */
export function useEditPost(): EditPost {
  const client = useApolloClient()
  return async ({ postId, edited: { text, media }, former, idempotencyKey }) => {
    const keepsMedia = isSameMedia(media, former.media)
    const input = {
      postId,
      content: text,
      idempotencyKey,
      ...(!keepsMedia && { media: media && inputOf(media) }),
    }
    try {
      await client.mutate({ mutation: EditPostDocument, variables: { input } })
      return 'saved'
    } catch (error) {
      reportError(error)
      return refusalIn(error)?.code === 'POST_NOT_FOUND' ? 'deleted' : 'failed'
    }
  }
}

function inputOf({ url, type, width, height, alt }: NonNullable<Media>): MediaInput {
  return { url, type, width, height, alt: alt.trim() }
}
