import { posix } from 'node:path'
import type { Source } from './sources.ts'

/** The imports of each file or folder. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the imports of a file: other files by their path from the root, packages by their name. */
export function importsOf({ path, text }: Source): string[] {
  const found = text.matchAll(/(?<!')(?:from|import|new URL)\s*\(?\s*'([^']+)'/g)
  return [...found].map(([, name = '']) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name))
}

/** Returns the imports between these files, grouped by `groupOf`. Leaves out imports within a group. */
export function importGraph(
  sources: readonly Source[],
  groupOf: (path: string) => string = (path) => path,
): ImportGraph {
  const paths = new Set(sources.map(({ path }) => path))
  const graph = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = groupOf(source.path)
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const imported of importsOf(source)) {
      const to = groupOf(imported)
      if (paths.has(imported) && to !== from) targets.add(to)
    }
  }
  return graph
}

/** Returns the cycles of a graph: the sets of nodes that reach one another (Tarjan's strongly connected components). */
export function cyclesIn(graph: ImportGraph): string[][] {
  const cycles: string[][] = []
  const indices = new Map<string, number>()
  const stack: string[] = []

  /** Returns the smallest index that is reachable from the node. */
  function visit(node: string): number {
    const index = indices.size
    indices.set(node, index)
    stack.push(node)
    let lowest = index
    for (const next of graph.get(node) ?? []) {
      const known = indices.get(next)
      if (known === undefined) lowest = Math.min(lowest, visit(next))
      else if (stack.includes(next)) lowest = Math.min(lowest, known)
    }
    if (lowest === index) {
      const component = stack.splice(stack.indexOf(node))
      if (component.length > 1) cycles.push(component.toSorted())
    }
    return lowest
  }

  for (const node of graph.keys()) if (!indices.has(node)) visit(node)
  return cycles
}
