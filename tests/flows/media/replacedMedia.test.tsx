import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fileOf, picture } from '../../mediaFiles.ts'
import { openOtherTab, startApp } from '../app.tsx'
import { button } from '../screen.ts'

/** A new post has one picture: what happens to other files. */

async function startAtHome() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  return { user: await startApp('/home', { as: ana }) }
}

it('attaches the first of several dropped files, and says that the others were not added', async () => {
  const { user } = await startAtHome()
  const field = await screen.findByRole('textbox', { name: 'New post' })
  const message = 'A post has one picture or video. The other files were not added.'
  const drop = (...files: File[]) => fireEvent.drop(field, { dataTransfer: { files, types: ['Files'] } })
  drop(picture('first.png'), picture('second.png'))
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', message)
  await screen.findByRole('img', { name: 'Preview of first.png' })
  drop(picture('third.png'))
  await screen.findByRole('img', { name: 'Preview of third.png' })
  expect(screen.queryByText(message)).toBeNull()

  drop(fileOf('', 0, 'empty.png', 'image/png'), picture('fourth.png'))
  await screen.findByText('That file is empty. Please choose another one.')
  expect(screen.getByText(message)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Remove photo' }))
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
})
