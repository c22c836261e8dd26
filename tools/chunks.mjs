import { resolve } from 'node:path'

/**
 * Puts modules into chunks by how the app loads them: each chunk holds what an entry module imports statically,
 * directly or not. A few large files compress better than many small ones. A module that several chunks select goes to
 * the first. An entry that no longer exists fails the build.
 * @typedef {(entry: string) => Set<string>} StaticImportsOf
 * @param {Record<string, (staticImportsOf: StaticImportsOf) => Set<string>>} chunks by name; each selects the ids of its modules
 * @returns {import('vite').Rolldown.CodeSplittingGroup[]} for `output.codeSplitting.groups`
 */
export function chunksByEntry(chunks) {
  return Object.entries(chunks).map(([name, select], index, all) => {
    /** @type {Set<string> | undefined} */
    let ids
    return {
      debugName: name,
      priority: all.length - index,
      name(id, context) {
        ids ??= select((entry) => staticImportsOf(entry, context))
        return ids.has(id) ? name : null
      },
    }
  })
}

/**
 * A Vite plugin: marks the chunks of which most functions run at the start. V8 then compiles their functions while they
 * load, on another thread, and not on the main thread at the first call of each
 * (https://v8.dev/blog/explicit-compile-hints).
 * @param {string[]} names
 * @returns {import('vite').Plugin}
 */
export function eagerChunks(names) {
  return {
    name: 'weft:eager-chunks',
    generateBundle: {
      // After Vite has written its own first line: V8 ignores the mark elsewhere.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && names.includes(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}

/**
 * Returns the ids of all modules that `entry` imports statically, without `entry` itself.
 * @param {string} entry a path from the project's root
 * @param {import('vite').Rolldown.ChunkingContext} context
 */
function staticImportsOf(entry, context) {
  const start = context.getModuleInfo(resolve(entry).replaceAll('\\', '/'))
  if (!start) throw new Error(`No module of the build is ${entry}.`)
  const ids = new Set()
  const waiting = directImports(start)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (ids.has(id) || isBarrelPackage(id)) continue
    ids.add(id)
    const module = context.getModuleInfo(id)
    if (module) waiting.push(...directImports(module))
  }
  return ids
}

/**
 * Returns the ids of the modules that a module imports. From `lucide-react` these are the icons that it names: the index
 * re-exports every icon, also those that only other chunks show.
 * @param {import('vite').Rolldown.ModuleInfo} module
 */
function directImports({ importedIds, code }) {
  return importedIds.flatMap((id) => {
    const [, folder] = /^(.*\/lucide-react\/dist\/esm\/)lucide-react\.m?js$/.exec(id) ?? []
    if (!folder) return [id]
    const [, names = ''] = /import \{([^}]*)\} from ["']lucide-react["']/.exec(code ?? '') ?? []
    return [...names.matchAll(/(\w+)(?: as \w+)?/g)].map(([, name = '']) => `${folder}icons/${fileName(name)}.mjs`)
  })
}

/**
 * Returns the file of an icon: `Share2` is in share-2.mjs.
 * @param {string} icon
 */
function fileName(icon) {
  return icon.replaceAll(/(?<=.)([A-Z]|\d+)/g, '-$1').toLowerCase()
}

/**
 * Returns whether a module belongs to a package whose index re-exports more than the start uses. The bundler places the
 * modules that are used.
 * @param {string} id
 */
function isBarrelPackage(id) {
  return /\/node_modules\/(@apollo\/client|graphql|jose|uuid)\//.test(id)
}
