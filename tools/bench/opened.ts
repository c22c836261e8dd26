import { parse } from 'graphql'
import { createBackend, type Backend } from '../../resolvers/backend.ts'
import type { Context } from '../../resolvers/context.ts'
import { createHttpHandler } from '../../resolvers/http/handler.ts'
import { signUp } from '../../resolvers/services/auth.ts'
import { fillStore, reader, type BenchData } from './data.ts'
import { operations, type OperationName } from './operations.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

/** A filled store with the backend over it, used as the reader. */
export interface OpenedBackend extends BenchData {
  store: AdministeredStore
  backend: Backend
  readerId: string
  /** Creates the context of one call. */
  context(): Context
  /** Executes an operation. Throws if it has errors. */
  execute(name: OperationName, variables: Record<string, unknown>): Promise<unknown>
  /** Sends a document to `/graphql` and returns the text of the response. Throws if it has errors. */
  post(query: string, variables: Record<string, unknown>): Promise<string>
  /** Sends a request to `/api` and returns the text of the response. Throws if it is refused. */
  rest(method: string, path: string, body?: object): Promise<string>
}

const documents = new Map(Object.entries(operations).map(([name, text]) => [name, parse(text)]))

/** Fills a store with `postCount` posts and opens a backend over it. */
export async function openFilled(store: AdministeredStore, postCount: number): Promise<OpenedBackend> {
  const backend = createBackend({
    store,
    report(error) {
      throw error
    },
  })
  const names = { firstName: 'Reader', lastName: 'Weaver', email: '' }
  const session = await signUp(backend.context({ authorization: null }), { ...reader, ...names, extra: {} })
  const context = () => backend.context({ authorization: session.token })
  const http = createHttpHandler(backend)
  const headers = { authorization: session.token, 'content-type': 'application/json' }
  return {
    ...(await fillStore(store, postCount, session)),
    store,
    backend,
    readerId: session.user.id,
    context,
    async execute(name, variables) {
      const document = documents.get(name)
      if (!document) throw new Error(`There is no operation ${name}.`)
      const { data, errors } = await backend.execute({ document, variables, context: context() })
      if (errors) throw new Error(`${name}: ${errors[0]?.message}`)
      return data
    },
    async post(query, variables) {
      const response = await http(
        new Request('http://localhost/graphql', {
          method: 'POST',
          headers,
          body: JSON.stringify({ query, variables }),
        }),
      )
      const text = await response.text()
      if (text.includes('"errors"')) throw new Error(text)
      return text
    },
    async rest(method, path, body) {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const response = await http(new Request(`http://localhost/api${path}`, init))
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return text
    },
  }
}
