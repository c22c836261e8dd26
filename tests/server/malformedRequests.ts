import { pickOne, type Random } from '../../resolvers/lab/generator/random.ts'
import { routes } from '../../resolvers/rest/routes.ts'

/** The bytes of a request. */
export interface RawRequest {
  kind: string
  bytes: Buffer
  /** Whether the server can answer it. Otherwise it waits for more, until the client ends the connection. */
  isComplete: boolean
}

type Generate = (random: Random, token: string) => Omit<RawRequest, 'kind' | 'bytes'> & { bytes: Buffer | string }

const hostile = [
  '\0',
  '\xff',
  '\xc3\x28',
  '\u2028',
  '%00',
  '%zz',
  '..%2f..%2f',
  '\r',
  '\n',
  '\x1b[31m',
  '"',
  "'",
  '<b>',
  '__proto__',
]
const whole = (random: Random, limit: number) => Math.floor(random() * limit)

function pick<Item>(random: Random, [first, ...others]: readonly Item[]): Item {
  if (first === undefined) throw new Error('There is nothing to pick.')
  return pickOne(random, [first, ...others])
}

/** Text of Latin-1 characters, each of which is sent as one byte. */
function noise(random: Random, maxLength: number): string {
  return Array.from({ length: whole(random, maxLength) }, () => String.fromCharCode(whole(random, 256))).join('')
}

/** Inserts, removes or replaces some characters. */
function mutated(random: Random, text: string): string {
  let result = text
  for (let count = 1 + whole(random, 4); count > 0; count -= 1) {
    const at = whole(random, result.length + 1)
    const inserted = random() < 0.5 ? pick(random, hostile) : noise(random, 4)
    result = result.slice(0, at) + inserted + result.slice(at + whole(random, 4))
  }
  return result
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** A request whose framing is right. Headers and path may be wrong. */
function request(method: string, path: string, headers: readonly string[], body: Buffer = Buffer.alloc(0)): Buffer {
  const length = body.length > 0 ? [`Content-Length: ${body.length}`] : []
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, ...length]
  return Buffer.concat([latin1(`${lines.join('\r\n')}\r\n\r\n`), body])
}

const paths = [
  ...routes.map(({ path }) => `/api${path.replaceAll(/\{\w+\}/g, 'x')}`),
  '/graphql',
  '/media',
  '/media/x',
  '/',
  '/p/x',
  '/assets/x.js',
  '/livez',
  '/readyz',
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']
const bodies = [
  '{"username":"ada","password":"sesame","firstname":"Ada"}',
  '{"postData":{"content":"Warp","post_img":"/a.png","media_type":"image"}}',
  '{"userData":{"bio":"Weaver","profile":"https://a.example","avatar":"/a.png"}}',
  '{"query":"query ($a: Int) { posts(first: $a) { edges { node { id author { username } } } } }","variables":{"a":5}}',
  '{"query":"mutation ($i: CreatePostInput!) { createPost(input: $i) { postEdge { cursor } } }","variables":{"i":{"content":"x"}}}',
]

function deepJson(random: Random): string {
  const depth = 10 ** (1 + whole(random, 5))
  return pick(random, [
    '['.repeat(depth),
    '{"a":'.repeat(depth),
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `{"username":"ada","password":"sesame","extra":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    `{"query":"{${'posts{edges{node{author{'.repeat(depth / 10)}"}`,
    `{"query":"{viewer{id}}","variables":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
  ])
}

const generators: Record<string, Generate> = {
  noise: (random) => ({ bytes: noise(random, 400), isComplete: false }),
  'a request line': (random) => ({
    bytes: `${mutated(random, `${pick(random, methods)} ${pick(random, paths)} HTTP/1.1`)}\r\nHost: localhost\r\n\r\n`,
    isComplete: false,
  }),
  'a path': (random) => {
    const path = mutated(random, pick(random, paths)).replaceAll(/[^!-~\x80-\xff]/g, '%')
    return { bytes: request(pick(random, methods), `/${path}`, []), isComplete: false }
  },
  'a query string': (random) => {
    const query = mutated(random, 'query={viewer{id}}&variables={"a":1}&operationName=a&extensions={}')
    return { bytes: request('GET', `/graphql?${query.replaceAll(/[^!-~\x80-\xff]/g, '+')}`, []), isComplete: false }
  },
  'a header': (random, token) => {
    const header = pick(random, [
      `Authorization: ${token}`,
      'Accept: text/event-stream, application/json;q=0.5',
      'Content-Type: application/json; charset=utf-8',
      'Range: bytes=0-5',
      'Idempotency-Key: 00000000-0000-4000-8000-000000000000',
      'Last-Event-ID: 00000000-0000-4000-8000-000000000000/1',
      'X-Forwarded-For: 203.0.113.7, 2001:db8::1',
      'Origin: https://other.example',
      'Sec-Fetch-Site: cross-site',
      'If-None-Match: "x"',
      'Accept-Encoding: br;q=1, gzip;q=0.5',
      'Expect: 100-continue',
      'Upgrade: websocket',
      'Cookie: a=b',
    ])
    return { bytes: request(pick(random, methods), pick(random, paths), [mutated(random, header)]), isComplete: false }
  },
  'large headers': (random) => {
    const count = pick(random, [1, 100, 3000])
    const headers = Array.from({ length: count }, (_, at) => `X-${at}: ${'y'.repeat(40_000 / count)}`)
    return { bytes: request('GET', pick(random, paths), headers), isComplete: true }
  },
  'a host': (random) => {
    const long = `Host: ${'z'.repeat(5000)}\r\n`
    const hosts = ['', 'Host:\r\n', 'Host: a b\r\n', 'Host: [::\r\n', 'Host: x\r\nHost: y\r\n', long]
    return { bytes: `GET ${pick(random, paths)} HTTP/1.1\r\n${pick(random, hosts)}\r\n`, isComplete: false }
  },
  'a content length': (random) => {
    const length = pick(random, ['-1', '1e9', 'x', '99999999999999999999', '5, 6', '+5', '0x10', '4', '200'])
    const head = `POST ${pick(random, paths)} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
    const also = random() < 0.3 ? 'Transfer-Encoding: chunked\r\n' : ''
    return { bytes: `${head}Content-Length: ${length}\r\n${also}\r\n${pick(random, bodies)}`, isComplete: false }
  },
  'a chunked body': (random) => {
    const body = pick(random, bodies)
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n${pick(random, ['', 'X: y\r\n', 'Content-Length: 5\r\n'])}\r\n`
    const head = `POST ${pick(random, paths)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`
    const wrong = pick(random, [
      mutated(random, chunked),
      chunked.slice(0, whole(random, chunked.length)),
      `ffffffffffffffff\r\n${body}`,
      `5;${'x'.repeat(20_000)}\r\nabcde\r\n0\r\n\r\n`,
      'zz\r\n',
    ])
    return { bytes: head + wrong, isComplete: false }
  },
  'a body': (random, token) => {
    const headers = ['Content-Type: application/json', ...(random() < 0.5 ? [`Authorization: ${token}`] : [])]
    const body = latin1(mutated(random, pick(random, bodies)))
    return { bytes: request('POST', pick(random, paths), headers, body), isComplete: true }
  },
  'deep JSON': (random, token) => {
    const headers = ['Content-Type: application/json', `Authorization: ${token}`]
    const path = pick(random, ['/api/auth/signup', '/api/posts', '/graphql', '/api/users/edit'])
    return { bytes: request('POST', path, headers, latin1(deepJson(random))), isComplete: true }
  },
  'a content type': (random, token) => {
    const type = pick(random, [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(5000)}`,
      'multipart/form-data; boundary=b',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-32',
      'application/graphql',
      mutated(random, 'application/json').replaceAll(/[^ -~\x80-\xff]/g, ''),
    ])
    const part = '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{viewer{id}}"}\r\n--b--\r\n'
    const headers = [
      `Content-Type: ${type}`,
      `Authorization: ${token}`,
      ...pick(random, [[], ['Content-Encoding: gzip']]),
    ]
    const body = latin1(pick(random, [part, mutated(random, part), noise(random, 300)]))
    return {
      bytes: request('POST', pick(random, ['/graphql', '/media', '/api/posts']), headers, body),
      isComplete: false,
    }
  },
  'a body that ends early': (random, token) => {
    const body = latin1(pick(random, bodies))
    const bytes = request('POST', pick(random, paths), [`Authorization: ${token}`], body)
    return { bytes: bytes.subarray(0, bytes.length - 1 - whole(random, body.length)), isComplete: false }
  },
  'a stream that nobody reads': () => {
    const query = encodeURIComponent('subscription { changes { __typename } }')
    return { bytes: request('GET', `/graphql?query=${query}`, ['Accept: text/event-stream']), isComplete: true }
  },
  'several requests at once': (random) => ({
    bytes: Array.from({ length: 5 }, () =>
      mutated(random, `GET ${pick(random, paths)} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    ).join(''),
    isComplete: false,
  }),
}

const kinds = Object.entries(generators)

/** Returns the next random request: malformed, or at least one that no client of the app sends. */
export function malformedRequest(random: Random, token: string): RawRequest {
  const [kind, generate] = pick(random, kinds)
  const { bytes, isComplete } = generate(random, token)
  return { kind, isComplete, bytes: typeof bytes === 'string' ? latin1(bytes) : bytes }
}
