import type { Fault, Latency } from '../../resolvers/lab/settings.ts'
import { openBackend, type TestUser, type TestBackend } from '../backend.ts'
import type { adapters } from '../store/adapters.ts'

/** A backend with the lab and latency 0, and a user. */
export interface Lab {
  backend: TestBackend
  mira: TestUser
  /** Changes the settings. Latency is 0 unless `changes` sets it. */
  set(changes: { fault?: Partial<Fault>; latency?: Partial<Latency> }): Promise<void>
  /** Creates a post. Returns the status, or 'network error'. */
  create(): Promise<number | string>
  contents(): Promise<string[]>
}

export async function openLab(open: () => ReturnType<(typeof adapters)[number]['open']>): Promise<Lab> {
  const backend = await openBackend(open, { withLab: true })
  const { defaults, change } = backend.lab
  const set: Lab['set'] = ({ fault, latency }) =>
    change({ latency: { ...defaults.latency, ms: 0, ...latency }, fault: { ...defaults.fault, ...fault } })
  await set({})
  const mira = await backend.signUpUser('mira')
  return {
    backend,
    mira,
    set,
    async create() {
      const response = await backend.http(creation(mira))
      return response.type === 'error' ? 'network error' : response.status
    },
    async contents() {
      const page = await backend.store.read.posts.page('LATEST', { limit: 100 })
      return page.map(({ row }) => row.content)
    },
  }
}

export function creation({ token }: TestUser, signal?: AbortSignal): Request {
  return new Request('http://localhost/api/posts', {
    method: 'POST',
    headers: { authorization: token },
    body: JSON.stringify({ postData: { content: 'Hemp' } }),
    ...(signal && { signal }),
  })
}
