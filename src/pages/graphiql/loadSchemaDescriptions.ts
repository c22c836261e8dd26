import { openBackend } from '../../backend/backend.ts'

let asked: Promise<void> | undefined

/** Resolves once the schema says what its parts are for. Without an answer one explores it without. */
export function described(): Promise<void> {
  return (asked ??= openBackend()
    .then(({ describe }) => describe())
    .catch(() => {}))
}
