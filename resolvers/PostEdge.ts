import type { PostEdgeResolvers } from './generated/types.ts'
import { existing } from './services/errors.ts'

export const PostEdge: PostEdgeResolvers = {
  cursor: (edge) => edge.cursor,
  node: ({ node }) => existing(node, 'POST_NOT_FOUND'),
}
