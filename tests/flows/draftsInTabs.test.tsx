import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { saveDraftFile } from '../../src/features/drafts/draftFiles.ts'
import { newFileId, type Draft } from '../../src/features/drafts/drafts.ts'
import { picture } from '../mediaFiles.ts'
import { recordOf } from '../values.ts'
import { openOtherTab, startApp } from './app.tsx'
import { button } from './screen.ts'

/** The draft of a new post that two tabs change. */

async function startAsAna() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  return { ana, user: await startApp('/home', { as: ana }) }
}

const newPost = () => screen.findByRole('textbox', { name: 'New post' })

/** Changes a stored draft without an event, as another tab does at the same moment. */
function changeInOtherTab(id: string, change: Partial<Draft>): void {
  const draft: unknown = JSON.parse(localStorage.getItem(id) ?? '{}')
  localStorage.setItem(id, JSON.stringify({ ...recordOf(draft), ...change }))
}

it('a draft follows another tab, and keeps both texts if both tabs write at the same time', async () => {
  const { ana, user } = await startAsAna()
  const id = `draft:${ana.id}:new`
  const field = await newPost()
  await user.type(field, 'Mine')
  changeInOtherTab(id, { text: 'Theirs' })
  window.dispatchEvent(new StorageEvent('storage', { key: id, newValue: localStorage.getItem(id) }))
  await waitFor(() => expect(field).toHaveProperty('value', 'Theirs'))

  changeInOtherTab(id, { text: 'Theirs, longer' })
  await user.type(field, '!')
  expect(field).toHaveProperty('value', 'Theirs!')
  await user.click(await screen.findByRole('button', { name: 'Show the other text' }))
  expect(field).toHaveProperty('value', 'Theirs, longer')
  await user.click(button('Show the other text'))
  expect(field).toHaveProperty('value', 'Theirs!')
  await user.click(button('Discard it'))
  expect(screen.queryByRole('button', { name: 'Show the other text' })).toBeNull()
})

it('a draft keeps the picture and the alt text that another tab adds while this tab writes', async () => {
  const { ana, user } = await startAsAna()
  const id = `draft:${ana.id}:new`
  const field = await newPost()
  const stored = (): unknown => JSON.parse(localStorage.getItem(id) ?? 'null')
  await user.type(field, 'Silk')
  const file = { id: newFileId(), name: 'silk.png', type: 'IMAGE' } as const
  await saveDraftFile(file.id, picture(file.name))
  changeInOtherTab(id, { file })
  await user.type(field, '!')
  await screen.findByRole('button', { name: 'Remove photo' })
  changeInOtherTab(id, { alt: 'A bolt of silk' })
  await user.type(field, '!')
  expect(stored()).toMatchObject({ text: 'Silk!!', file, alt: 'A bolt of silk' })

  changeInOtherTab(id, { alt: 'A roll of silk' })
  await user.click(button('Remove photo'))
  await user.click(button('Discard'))
  expect(screen.queryByRole('img', { name: 'Preview of silk.png' })).toBeNull()
  expect(stored()).not.toHaveProperty('file')
  expect(stored()).not.toHaveProperty('alt')
})
