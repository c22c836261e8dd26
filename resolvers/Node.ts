import type { NodeResolvers } from './generated/types.ts'

export const Node: NodeResolvers = {
  __resolveType: (row) => ('authorId' in row ? 'Post' : 'User'),
}
