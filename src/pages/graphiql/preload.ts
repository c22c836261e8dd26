import { openBackend } from '../../backend/openBackend.ts'

let descriptions: Promise<void> | undefined

/** Adds the descriptions to the schema, once. If the backend does not open, the schema has none. */
export function loadSchemaDescriptions(): Promise<void> {
  return (descriptions ??= openBackend()
    .then(({ describe }) => describe())
    .catch(() => {}))
}
