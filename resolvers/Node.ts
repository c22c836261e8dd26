import type { NodeResolvers } from './generated/types.ts'

export const Node = {
  __resolveType: (row) => ('authorId' in row ? 'Post' : 'User'),
} satisfies NodeResolvers
