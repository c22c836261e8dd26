import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { followTranslations } from '../../src/lib/translatedText.ts'
import { openOtherTab, startApp, waitForResponses } from './app.tsx'
import { button, expectToasts, findPost, likeOf, postTexts } from './screen.ts'

/** Does with a text what a browser's translation does with it. */
type Translate = (text: Text, font: HTMLElement) => void

const wrap: Translate = (text, font) => {
  text.replaceWith(font)
  font.append(text)
}

const replace: Translate = (text, font) => {
  font.append(text.data)
  text.before(font)
  text.remove()
}

/** Translates the texts that are on the page, and those that come. */
function translate(one: Translate): () => void {
  const translateAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts)
      if (text.data.trim() && !text.parentElement?.closest('font, textarea, title, style, script'))
        one(text, document.createElement('font'))
  }
  const observer = new MutationObserver(translateAll)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  translateAll()
  return () => observer.disconnect()
}

followTranslations()

it.each([
  ['wraps', wrap],
  ['replaces', replace],
])('a user posts, likes, edits, deletes and restores while a translator %s each text', async (_, one) => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Silk by @ben')
  const user = await startApp('/home', { as: ana })
  await findPost('Silk')
  const stop = translate(one)

  fireEvent.change(screen.getByRole('textbox', { name: 'New post' }), { target: { value: 'Linen of #flax' } })
  await user.click(button('Post'))
  await waitFor(() => expect(postTexts()).toEqual(['Linen of #flax', 'Silk by @ben']))
  const silk = await findPost('Silk')
  await user.click(button('Like', silk))
  await waitFor(() => expect(likeOf(silk)).toBe('Unlike 1'))
  await user.click(button('Edit post', silk))
  const field = await screen.findByRole('textbox', { name: 'Post text' })
  fireEvent.change(field, { target: { value: 'Wool by @ben #warp' } })
  await user.click(button('Update', silk))
  await waitFor(() => expect(postTexts()[1]).toBe('Wool by @ben #warp'))
  await waitForResponses()
  await user.click(button('Delete post', silk))
  await expectToasts('info: Post deleted')
  await waitFor(() => expect(postTexts()).toHaveLength(1))
  await user.click(button('Undo'))
  await waitFor(() => expect(postTexts()).toHaveLength(2))
  await user.click(screen.getByRole('link', { name: 'Explore' }))
  await screen.findByRole('heading', { level: 1, name: 'Explore' })
  stop()
})
