import type { DocumentNode } from 'graphql'
import { BoundedMap } from '../../shared/BoundedMap.ts'

/** A text of this length has about as many tokens as a document may have. The app's own are much shorter. */
export const MAX_CACHED_CHARS = 5000
/** With the longest documents, the cache holds about 30 MB. */
export const MAX_CACHED_DOCUMENTS = 100

/**
 * Returns a function that parses each text once, as long as the text is among the last used. Clients send the same few
 * documents again and again; what they can make the cache hold is bounded. A text that does not parse throws each time.
 */
export function createDocumentCache(parse: (text: string) => DocumentNode): (text: string) => DocumentNode {
  const documents = new BoundedMap<string, DocumentNode>(MAX_CACHED_DOCUMENTS)
  return (text) => {
    const document = documents.get(text) ?? parse(text)
    if (text.length <= MAX_CACHED_CHARS) documents.set(text, document)
    return document
  }
}
