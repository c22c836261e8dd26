import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, type TestUser, type TestBackend } from '../backend.ts'
import { fileOf, gif, mp4 } from '../mediaFiles.ts'
import { at, textAt } from '../values.ts'
import { adapters } from '../store/adapters.ts'

const day = 24 * 60 * 60 * 1000

describe.each(adapters)('media files ($name store)', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser
  let noor: TestUser
  beforeEach(async () => {
    backend = await openBackend(open, { startAt: '2026-05-04T09:30:00Z' })
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
    return () => expect(backend.reportedErrors).toEqual([])
  })

  const uploadPicture = async (content = '!', owner = mira) => {
    const headers = { authorization: owner.token }
    const request = new Request('http://localhost/media', { method: 'POST', body: gif + content, headers })
    return textAt(await (await backend.http(request)).json(), 'url')
  }
  const exists = async (url: string) => (await backend.http(new Request(`http://localhost${url}`))).status === 200
  const createPost = async (url: string, author = mira) => {
    const document = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postEdge { node { id } } } }'
    const response = await backend.gql(document, { input: { media: { url, type: 'IMAGE' } } }, author.token)
    return textAt(response, 'data.createPost.postEdge.node.id')
  }
  const editPost = (postId: string, post_img: string) =>
    backend.rest('POST', `/posts/edit/${postId}`, { token: mira.token, body: { postData: { post_img } } })
  /** Deletes a post, and removes it for good once it cannot be restored. */
  const deletePost = async (postId: string, author = mira) => {
    await backend.rest('DELETE', `/posts/${postId}`, { token: author.token })
    backend.setClock('2026-05-04T09:40:00.001Z')
    await backend.backend.runHousekeeping()
    backend.setClock('2026-05-04T09:30:00Z')
  }

  test('reads a file with its type', async () => {
    expect((await backend.backend.readFile(await uploadPicture()))?.type).toBe('image/gif')
  })

  test('refuses files that would take more than the quota of their owner, and keeps nothing of them', async () => {
    const limited = await openBackend(open, { fileQuota: 200 })
    const [ada, grace] = [await limited.signUpUser('ada'), await limited.signUpUser('grace')]
    const add = (size: number, { token }: TestUser) =>
      limited.http(
        new Request('http://localhost/media', {
          method: 'POST',
          body: fileOf(mp4, size),
          headers: { authorization: token },
        }),
      )
    const statuses = (await Promise.all([add(101, ada), add(101, ada), add(101, grace)])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(1)
    expect(statuses[2]).toBe(201)
    const refused = await add(100, ada)
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { errors: ['Your pictures and videos have no more room here. Delete some first.'] },
    ])
    expect((await add(99, ada)).status).toBe(201)
    expect(await limited.store.blobs.ids({ limit: 9 })).toHaveLength(3)
    expect(limited.reportedErrors).toEqual([])
  })

  test('deletes a file with the post that shows it', async () => {
    const url = await uploadPicture()
    const postId = await createPost(url)
    expect(await exists(url)).toBe(true)
    await deletePost(postId)
    expect(await exists(url)).toBe(false)
  })

  test('deletes a file when its post shows another file or none', async () => {
    const [first, second] = [await uploadPicture('first'), await uploadPicture('second')]
    const postId = await createPost(first)
    await editPost(postId, second)
    expect([await exists(first), await exists(second)]).toEqual([false, true])
    await backend.rest('POST', `/posts/edit/${postId}`, { token: mira.token, body: { postData: { content: 'New' } } })
    expect(await exists(second)).toBe(true)
    await editPost(postId, '')
    expect(await exists(second)).toBe(false)
  })

  test('keeps a file until its owner has no post and no profile picture that shows it', async () => {
    const url = await uploadPicture()
    const [first, second] = [await createPost(url), await createPost(url)]
    await backend.rest('POST', '/users/edit', { token: mira.token, body: { userData: { avatar: url } } })
    await deletePost(first)
    expect(await exists(url)).toBe(true)
    await editPost(second, await uploadPicture('another'))
    expect(await exists(url)).toBe(true)
    await backend.rest('POST', '/users/edit', { token: mira.token, body: { userData: { avatar: '' } } })
    expect(await exists(url)).toBe(false)
  })

  test('keeps a file when a post of another user that shows it is deleted', async () => {
    const url = await uploadPicture()
    const ownPost = await createPost(url)
    const othersPost = await createPost(url, noor)
    await deletePost(othersPost, noor)
    expect(await exists(url)).toBe(true)
    await deletePost(ownPost)
    expect(await exists(url)).toBe(false)
  })

  test('deletes a file with the last post of its owner, also when another user showed it first', async () => {
    const url = await uploadPicture()
    const othersPost = await createPost(url, noor)
    const ownPost = await createPost(url)
    await deletePost(othersPost, noor)
    expect(await exists(url)).toBe(true)
    await deletePost(ownPost)
    expect(await exists(url)).toBe(false)
  })

  test('deletes the previous profile picture when a new one is set', async () => {
    const [first, second] = [await uploadPicture('first'), await uploadPicture('second')]
    const setAvatar = (avatar: string) =>
      backend.rest('POST', '/users/edit', { token: mira.token, body: { userData: { avatar } } })
    expect(at((await setAvatar(first)).json, 'user.avatar')).toBe(first)
    await setAvatar(second)
    expect([await exists(first), await exists(second)]).toEqual([false, true])
  })

  test('keeps unused files for two days, as the repeated request of a draft needs, and deletes them then', async () => {
    const [unused, shown] = [await uploadPicture('unused'), await uploadPicture('shown')]
    const [avatar, othersUnused] = [await uploadPicture('of noor', noor), await uploadPicture('unused', noor)]
    await createPost(shown)
    await backend.rest('POST', '/users/edit', { token: noor.token, body: { userData: { avatar } } })
    const files = [unused, shown, avatar, othersUnused]
    backend.setClock(new Date(Date.parse('2026-05-04T09:30:00Z') + 2 * day).toISOString())
    await backend.backend.runHousekeeping()
    expect(await Promise.all(files.map(exists))).toEqual([true, true, true, true])
    backend.setClock(new Date(Date.parse('2026-05-04T09:30:00Z') + 2 * day + 1).toISOString())
    await backend.backend.runHousekeeping()
    expect(await Promise.all(files.map(exists))).toEqual([false, true, true, false])
    expect(await backend.store.blobs.ids({ limit: 9 })).toHaveLength(2)
  })
})
