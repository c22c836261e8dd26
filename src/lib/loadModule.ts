import { createOnce } from '../../shared/createOnce.ts'

/**
 * A chunk of the app did not load: the browser is offline, or a newer version has replaced the files. Some browsers
 * remember the failure until the page reloads.
 */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  /** Lets the component that threw it while rendering import the chunk again. */
  readonly forget: () => void

  constructor(cause: unknown, forget = () => {}) {
    super('A part of Weft did not load.', { cause })
    this.forget = forget
  }
}

/**
 * Returns a function that imports a module once, for every part of the app that loads later. It rejects with
 * `ChunkLoadError`, and the next call then imports the module again.
 */
export function loadModule<Module>(importModule: () => Promise<Module>): () => Promise<Module> {
  return createOnce(() =>
    importModule().catch((cause: unknown) =>
      failToLoad(cause instanceof ChunkLoadError ? cause : new ChunkLoadError(cause)),
    ),
  )
}

/** Whether the page reloads because it misses a chunk, whatever the session. */
let reloadsForChunk = false

/** Reloads the page, which misses a chunk. What waits for the chunk shows no failure meanwhile. */
export function reloadForChunk(): void {
  reloadsForChunk = true
  location.reload()
}

/** Rejects with the error. Never settles if the page reloads for a chunk. */
export async function failToLoad(error: ChunkLoadError): Promise<never> {
  if (reloadsForChunk) await new Promise(() => {})
  throw error
}
