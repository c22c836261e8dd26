import { expect, it, vi } from 'vitest'
import {
  newFileId,
  readDraftFile,
  removeUnusedDraftFile,
  saveDraftFile,
} from '../../../src/features/drafts/draftFiles.ts'
import { picture } from '../../mediaFiles.ts'
import { savedFiles } from './savedFiles.ts'

/** The files of drafts that no draft refers to. */

it('keeps a file that another form or tab has saved but not yet attached to its draft', async () => {
  const [first, second] = [newFileId(), newFileId()]
  await saveDraftFile(first, picture('first.png'))
  await saveDraftFile(second, picture('second.png'))
  await removeUnusedDraftFile(second)
  expect((await readDraftFile(first))?.name).toBe('first.png')
  expect(await savedFiles()).toEqual([first])
})

it('removes a file that no draft has had for a minute when it saves another one', async () => {
  await saveDraftFile(newFileId(), picture('old.png'))
  const later = Date.now() + 61_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  const next = newFileId()
  await saveDraftFile(next, picture('next.png'))
  expect(await savedFiles()).toEqual([next])
})
