import type { Store } from '../../resolvers/index.ts'
import { openBackend, type Member, type TestBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'

/** What the tables of calls start from. */
export interface World {
  backend: TestBackend
  mira: Member
  noor: Member
  /** By Mira; liked and bookmarked by Noor. */
  postId: string
  /** By Mira; untouched. */
  plainId: string
}

/** Two members and two posts; Noor follows Mira. */
export async function openWorld(open = openMemory): Promise<World> {
  const backend = await openBackend(open)
  const mira = await backend.join('mira')
  const noor = await backend.join('noor')
  const postId = await backend.post(mira)
  const plainId = await backend.post(mira)
  await backend.rest('POST', `/posts/like/${postId}`, { token: noor.token })
  await backend.rest('POST', `/users/bookmark/${postId}`, { token: noor.token })
  await backend.rest('POST', `/users/follow/${mira.id}`, { token: noor.token })
  return { backend, mira, noor, postId, plainId }
}

/** A store for what no store has a say in. */
export async function openMemory(): Promise<Store> {
  const [memory] = adapters
  if (!memory) throw new Error('There is no adapter.')
  return memory.open()
}
