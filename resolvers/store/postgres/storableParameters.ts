import { OperationNodeTransformer, type KyselyPlugin, type ValueNode } from 'kysely'

import { toStorable } from '../text.ts'

/**
 * Makes the texts that queries compare storable. Postgres refuses a query with U+0000, but a user who searches for it
 * only finds nothing.
 */
export function storableParameters(): KyselyPlugin {
  const transformer = new ParameterTransformer()
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}

class ParameterTransformer extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: storable(node.value) }
  }
}

function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' ? toStorable(value) : value
}
