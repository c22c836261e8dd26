import { expect, onTestFinished } from 'vitest'
import type { TestClient, TestUser } from '../backend.ts'
import type { Host } from '../hosts.ts'
import { adapters } from '../store/adapters.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

/** The data that the tables of REST calls start from. */
export interface Fixture {
  backend: TestClient
  mira: TestUser
  noor: TestUser
  /** A post by Mira that Noor has liked and bookmarked. */
  postId: string
  /** A post by Mira without likes and bookmarks. */
  plainId: string
}

/** Creates two users, of whom Noor follows Mira, and two posts. */
export async function openFixture({ open }: Host): Promise<Fixture> {
  const backend = await open()
  const mira = await backend.signUpUser('mira')
  const noor = await backend.signUpUser('noor')
  const postId = await backend.post(mira)
  const plainId = await backend.post(mira)
  await backend.rest('POST', `/posts/like/${postId}`, { token: noor.token })
  await backend.rest('POST', `/users/bookmark/${postId}`, { token: noor.token })
  await backend.rest('POST', `/users/follow/${mira.id}`, { token: noor.token })
  return { backend, mira, noor, postId, plainId }
}

/** Opens a backend with a user, Mira. It must have reported no error when the test ends, and have no open stream. */
export async function openWithMira<Client extends TestClient>(
  open: () => Promise<Client>,
): Promise<{ backend: Client; mira: TestUser }> {
  const backend = await open()
  onTestFinished(async () => {
    expect(backend.reportedErrors).toEqual([])
    await expect.poll(() => backend.openStreams()).toBe(0)
  })
  return { backend, mira: await backend.signUpUser('mira') }
}

/** Opens a memory store, for tests that do not depend on the adapter. */
export async function openMemoryStore(): Promise<AdministeredStore> {
  const [memory] = adapters
  if (!memory) throw new Error('There is no adapter.')
  return memory.open()
}
