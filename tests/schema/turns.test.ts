/** A long operation leaves turns of the event loop to others. */

import { isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { ROWS_PER_TURN } from '../../resolvers/reads/executionTurns.ts'
import { openBackend } from '../backend.ts'
import { followRow, id, postRow, reactionRow, userRow } from '../store/rows.ts'
import { anyAdapterInProcess } from '../hosts.ts'

const SIZE = 30
const numbers = Array.from({ length: SIZE }, (_, index) => index + 1)
const nodes = (fields: string) => `{ edges { node { ${fields} } } }`

test.each(anyAdapterInProcess)('an operation executes few rows in one turn ($name store)', async ({ open }) => {
  const backend = await openBackend(open)
  await backend.store.admin.transaction(async (tx) => {
    await tx.insertMany(
      'users',
      numbers.map((number) => userRow(number)),
    )
    await tx.insertMany(
      'posts',
      Array.from({ length: SIZE * SIZE }, (_, index) => postRow(index + 1, { authorId: id((index % SIZE) + 1) })),
    )
    const pairs = numbers.flatMap((one) => numbers.map((other) => [one, other, one * 1000 + other] as const))
    await tx.insertMany(
      'follows',
      pairs.map(([one, other, row]) => followRow(row, id(one), id(other))),
    )
    await tx.insertMany(
      'reactions',
      pairs.map(([one, other, row]) => reactionRow(row, id(SIZE * SIZE - SIZE + one), id(other), 'like')),
    )
  })

  let rows = 0
  const type = backend.schema.getType('User')
  const field = isObjectType(type) ? type.getFields()['username'] : undefined
  if (!field?.resolve) throw new Error('The field has no resolver.')
  const { resolve } = field
  field.resolve = (...args) => {
    rows += 1
    return resolve(...args)
  }

  for (const query of [
    `{ users(first: ${SIZE}) ${nodes(`followers(first: ${SIZE}) ${nodes('username')}`)} }`,
    `{ posts(first: ${SIZE}) ${nodes(`likedBy(first: ${SIZE}) ${nodes('username bio viewerIsFollowing')}`)} }`,
    `{ users(first: ${SIZE}) ${nodes(`posts(first: ${SIZE}) ${nodes('author { username }')}`)} }`,
  ]) {
    rows = 0
    const turns: number[] = []
    let isOver = false
    const next = () => {
      turns.push(rows)
      rows = 0
      if (!isOver) setImmediate(next)
    }
    setImmediate(next)
    const result = await backend.gql(query)
    isOver = true
    expect(result).not.toHaveProperty('errors')
    turns.push(rows)
    expect(turns.reduce((sum, each) => sum + each)).toBe(SIZE * SIZE)
    // A list is executed when its last row is there.
    expect(Math.max(...turns)).toBeLessThanOrEqual(ROWS_PER_TURN + SIZE)
  }
})
