import type { UserEdgeResolvers } from './generated/types.ts'
import { existing } from './services/errors.ts'

export const UserEdge: UserEdgeResolvers = {
  cursor: (edge) => edge.cursor,
  node: ({ node }) => existing(node, 'USER_NOT_FOUND'),
}
