import { parseRequestParams, type RequestParams } from 'graphql-http'
import { fieldsOf, parseJson } from '../../shared/json.ts'
import { readText } from './readBody.ts'
import { json } from './responses.ts'
import type { Sender } from './sender.ts'

/** Documents by the SHA-256 of their text, in lower-case hexadecimal. */
export type TrustedDocuments = ReadonlyMap<string, string>

/**
 * Reads the parameters of a GraphQL request. With `trustedDocuments` the request must name one of these by its hash, and
 * its own document is ignored. Returns a response for a request that is malformed or of a kind that is not supported.
 * Throws as `readText`.
 */
export async function readParams(
  request: Request,
  trustedDocuments: TrustedDocuments | undefined,
  sender: Sender,
): Promise<RequestParams | Response> {
  const { method, headers } = request
  const contentType = headers.get('content-type') ?? ''
  if (/^multipart\//i.test(contentType)) {
    return graphqlError(415, 'Multipart requests are not supported. Add files at /media.')
  }
  const url = new URL(request.url)
  const body = method === 'POST' ? await readText(request, sender) : undefined
  const sent = body === undefined ? Object.fromEntries(url.searchParams) : parseJson(body)
  if (Array.isArray(sent)) return graphqlError(400, 'Batched requests are not supported.')

  const fields = fieldsOf(sent)
  const hash = hashIn(fields)
  if (!trustedDocuments && hash !== undefined && fields['query'] === undefined) {
    return graphqlError(400, 'PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED')
  }
  const trusted = hash === undefined ? undefined : trustedDocuments?.get(hash)
  if (trustedDocuments && trusted === undefined) {
    return graphqlError(
      400,
      'Only trusted documents are executed: send the hash of one.',
      'PERSISTED_QUERY_NOT_IN_LIST',
    )
  }
  if (trusted !== undefined) url.searchParams.set('query', trusted)
  try {
    const params = await parseRequestParams({
      method,
      url: url.href,
      headers: { 'content-type': contentType },
      body: trusted === undefined ? (body ?? null) : { ...fields, query: trusted },
      raw: request,
      context: undefined,
    })
    return 'query' in params ? params : new Response(...params)
  } catch (error) {
    return graphqlError(400, error instanceof Error ? error.message : 'Malformed request')
  }
}

/** Creates the response to a request that is refused before its document is parsed. */
export function graphqlError(status: number, message: string, code?: string): Response {
  return json(status, { errors: [{ message, ...(code !== undefined && { extensions: { code } }) }] })
}

/**
 * Returns the hash of a document that is sent as Apollo's persisted queries do, or as the `documentId` of the
 * persisted documents of GraphQL over HTTP.
 */
function hashIn({ documentId, extensions }: ReturnType<typeof fieldsOf>): string | undefined {
  // In an address the extensions are JSON.
  const parsed = typeof extensions === 'string' ? parseJson(extensions) : extensions
  const { sha256Hash } = fieldsOf(fieldsOf(parsed)['persistedQuery'])
  const hash = documentId ?? sha256Hash
  return typeof hash === 'string' ? hash.replace(/^sha256:/, '') : undefined
}
