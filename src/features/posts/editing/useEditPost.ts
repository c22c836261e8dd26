import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { fetchQuery, sendMutation } from '../../../apollo/calls.ts'
import { isOutcomeUnknown, refusalIn, reportError } from '../../../apollo/errors.ts'
import type { MediaInput } from '../../../generated/types.ts'
import { EditedPostDocument, EditPostDocument } from './EditPost.generated.ts'
import { isSame, isSameMedia, type Content, type EditPost, type Media } from './useEditing.ts'

/** Changes the text and media of a post. A failure is only logged (spec §8). The form has closed meanwhile. */
export function useEditPost(): EditPost {
  const client = useApolloClient()
  return async ({ postId, edited, former, idempotencyKey }) => {
    const { text, media } = edited
    const keepsMedia = isSameMedia(media, former.media)
    const input = {
      postId,
      content: text,
      idempotencyKey,
      ...(!keepsMedia && { media: media && inputOf(media) }),
    }
    try {
      await sendMutation(client, EditPostDocument, { input })
      return 'saved'
    } catch (error) {
      reportError(error)
      if (isOutcomeUnknown(error)) return resultOf(client, postId, edited)
      return refusalIn(error)?.code === 'POST_NOT_FOUND' ? 'deleted' : 'failed'
    }
  }
}

/** Asks the backend whether a post has this content. */
async function resultOf(client: ApolloClient, postId: string, edited: Content): ReturnType<EditPost> {
  try {
    const { post } = await fetchQuery(client, EditedPostDocument, { postId })
    if (!post) return 'deleted'
    return isSame({ text: post.content, media: post.media }, edited) ? 'saved' : 'failed'
  } catch (error) {
    reportError(error)
    return 'unknown'
  }
}

function inputOf({ url, type, width, height, alt }: NonNullable<Media>): MediaInput {
  return { url, type, width, height, alt: alt.trim() }
}
