import { expect, it } from 'vitest'
import { isKind, newDraft, uploadedMediaOf, type PostDraft } from '../../src/features/drafts/draft.ts'
import { combine, nextVersion, parseVersion, type DraftVersion } from '../../src/features/drafts/draftVersions.ts'

/** A tab that knows some versions of a draft, and changes the draft at a time. */
function openTab(tab: string, ...known: DraftVersion[]) {
  return {
    write(change: Partial<PostDraft>, time = 1): DraftVersion {
      const former = combine(known)
      const empty = { ...newDraft('post', { text: '' }), request: { key: `key of ${tab}` } }
      const draft = isKind(former?.draft, 'post') ? former.draft : empty
      const version = nextVersion(former, { ...draft, ...change }, { tab, time })
      known = [version]
      return version
    },
    receive(...versions: DraftVersion[]) {
      known.push(...versions)
    },
    draft: () => combine(known)?.draft,
  }
}

const file = { id: 'f', name: 'silk.png', type: 'IMAGE' } as const
const media = { file, alt: 'A bolt' }
const upload = { fileId: 'f', media: { url: '/media/f', type: 'IMAGE' as const, width: 1, height: 1 }, at: Date.now() }

it('shows the later of two texts that tabs wrote at the same time, and keeps the other', () => {
  const one = openTab('one')
  const start = one.write({ text: 'Silk' })
  const two = openTab('two', start)
  const mine = one.write({ text: 'Silk and hemp' }, 2)
  const theirs = two.write({ text: 'Silk, spun' }, 3)
  for (const versions of [
    [mine, theirs],
    [theirs, mine],
    [start, mine, theirs],
  ])
    expect(combine(versions)?.draft).toMatchObject({
      text: 'Silk, spun',
      request: { key: 'key of one' },
      others: ['Silk and hemp'],
    })
})

it('keeps every text when three tabs write and one of them has seen only the second', () => {
  const [one, two, three] = [openTab('one'), openTab('two'), openTab('three')]
  const first = one.write({ text: 'Silk' }, 1)
  const second = two.write({ text: 'Hemp' }, 2)
  three.receive(second)
  const third = three.write({ text: 'Wool' }, 3)
  expect(combine([first, second, third])?.draft).toMatchObject({ text: 'Wool', others: ['Silk'] })
  one.receive(second)
  const both = one.write({ text: 'Hemp, too' }, 4)
  expect(both.draft.others).toEqual(['Silk'])
  expect(combine([both, third])?.draft).toMatchObject({ text: 'Hemp, too', others: ['Wool', 'Silk'] })
})

it('offers no text that another one includes', () => {
  const [one, two] = [openTab('one'), openTab('two')]
  const versions = [one.write({ text: 'Silk' }, 1), two.write({ text: 'Silk, spun' }, 2)]
  expect(combine(versions)?.draft.others).toBeUndefined()
  expect(combine([one.write({ text: 'Hemp' }, 3), two.write({ text: '' }, 4)])?.draft).toMatchObject({
    others: ['Hemp'],
  })
})

it("one tab's later version replaces its earlier one", () => {
  const one = openTab('one')
  const first = one.write({ text: 'Silk' })
  const second = one.write({ text: 'Sil' })
  expect(combine([second, first])?.draft).toMatchObject({ text: 'Sil', request: { key: 'key of one' } })
})

it('orders a write after those that it contains although the clock was set back', () => {
  const one = openTab('one')
  const first = one.write({ text: 'Silk' }, 10)
  const two = openTab('two', first)
  const second = two.write({ text: 'Hemp' }, 5)
  const third = one.write({ text: 'Wool' }, 5)
  expect(second.write.time).toBe(11)
  expect(combine([first, second, third])?.draft.others).toHaveLength(1)
})

it('combines a text with the file and the alt text that another tab added at the same time', () => {
  const one = openTab('one')
  const start = one.write({ text: 'Silk' })
  const two = openTab('two', start)
  const versions = [one.write({ media }, 2), two.write({ text: 'Silk, spun' }, 3)]
  expect(combine(versions)?.draft).toMatchObject({ text: 'Silk, spun', media })
})

it('keeps the upload of a file that finished while another tab wrote, but not of a file that was replaced', () => {
  const one = openTab('one')
  const start = one.write({ text: 'Silk', media })
  const two = openTab('two', start)
  const version = one.write({ upload }, 3)
  const text = two.write({ text: 'Sil' }, 2)
  expect(combine([version, text])?.draft).toMatchObject({ text: 'Sil', media, upload })
  const other = { file: { ...file, id: 'g' }, alt: '' }
  const replaced = combine([version, two.write({ media: other }, 2)])?.draft
  expect(replaced).toMatchObject({ text: 'Sil', media: other })
  expect(replaced?.kind === 'post' && uploadedMediaOf(replaced)).toBeUndefined()
})

it('is no longer the draft that was sent if another tab changed it at the same time', () => {
  const one = openTab('one')
  const start = one.write({ text: 'Silk' })
  const two = openTab('two', start)
  const sent = one.write({ request: { key: 'k', sentAt: 2 }, status: { type: 'saving' } }, 3)
  const text = two.write({ text: 'Silk, spun' }, 2)
  expect(combine([sent, text])?.draft).toMatchObject({
    text: 'Silk, spun',
    request: { key: 'k', sentAt: 2 },
    status: { type: 'editing' },
  })
})

it('remembers the writes of 20 tabs', () => {
  let version = openTab('0').write({ text: 'Silk' }, 0)
  for (let tab = 1; tab < 30; tab += 1) version = openTab(String(tab), version).write({ text: `Silk ${tab}` }, tab)
  expect(Object.keys(version.seen)).toHaveLength(20)
  expect(version.seen).toHaveProperty('29')
})

it('reads the versions in storage, and no other entries', () => {
  const version = openTab('one').write({ text: 'Silk' })
  expect(parseVersion(JSON.stringify(version))).toEqual(version)
  for (const kind of ['post', 'edit', 'profile'])
    expect(parseVersion(JSON.stringify({ ...version, draft: { ...version.draft, kind } }))).toBeDefined()
  expect(parseVersion(JSON.stringify({ ...version, draft: { ...version.draft, kind: 'poem' } }))).toBeUndefined()
  for (const json of [null, '', 'null', '1', '{', '{"text":"Silk","key":"k"}', '{"draft":{}}'])
    expect(parseVersion(json)).toBeUndefined()
  for (const part of ['write', 'seen', 'writes', 'draft'])
    expect(parseVersion(JSON.stringify({ ...version, [part]: { tab: null } }))).toBeUndefined()
})

it('keeps the text of a draft whose picture cannot be read', () => {
  const version = openTab('one').write({ text: 'Silk' })
  const parse = (fields: object) =>
    parseVersion(JSON.stringify({ ...version, draft: { ...version.draft, ...fields } }))?.draft
  for (const broken of [5, {}, { file }, { alt: '' }, { file, alt: 5 }, { file: { ...file, name: 5 }, alt: '' }])
    expect(parse({ media: broken })).toEqual(version.draft)
  for (const broken of [null, 5, { alt: {} }, { file: 5 }])
    expect(parse({ kind: 'edit', media: broken })).toEqual({ ...version.draft, kind: 'edit' })

  expect(parse({ media })).toEqual({ ...version.draft, media })
  for (const change of [{ isRemoved: true }, { alt: 'Silk' }, { file }])
    expect(parse({ kind: 'edit', media: change })).toEqual({ ...version.draft, kind: 'edit', media: change })
})
