import { codeNotLoaded } from '../../shared/codeNotLoaded.ts'

/** The connection was lost before a response arrived. Over HTTP it becomes a network error. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'

  constructor() {
    super('No response: the connection was lost.')
  }
}

/**
 * Code of the backend did not load, for example because a new version has replaced it on the server. Some browsers cache
 * the failure until the page reloads.
 */
export class CodeNotLoadedError extends Error {
  override readonly name = 'CodeNotLoadedError'

  constructor(cause: unknown) {
    super(codeNotLoaded, { cause })
  }
}

/** Imports code of the backend on demand. Rejects with `CodeNotLoadedError`. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    throw new CodeNotLoadedError(error)
  }
}
