import { resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Browser } from './browser.ts'
import { openPage, type Page, type Target } from './page.ts'

const heading = (name: string): Target => ({ role: 'heading', name })
const button = (name: string, inside?: Target): Target => ({ role: 'button', name, ...(inside && { inside }) })
const link = (name: string): Target => ({ role: 'link', name })
const post = (text: string): Target => ({ role: 'article', text })
const people: Target = { role: 'complementary', name: 'People you Might know' }
const picture: Target = { role: 'img', name: 'Shared by Asha Rao' }
const users: Target = { role: 'option', inside: { role: 'group', name: 'Users' } }

/**
 * Runs the main flows in one engine, in one browser, in this order: each starts with a page of its own choice and
 * leaves its data to the next. An error or a warning in the console fails a flow.
 */
export function testFlows(engine: string, open: () => Promise<Browser>): void {
  describe(engine, () => {
    const origin = inject('origin')
    let browser: Browser
    let page: Page

    beforeAll(async () => {
      browser = await open()
      page = await openPage(browser, origin)
    })

    afterEach(async () => {
      expect(await page.takeProblems()).toEqual([])
    })

    afterAll(async () => {
      await browser?.close()
    })

    it('sets the latency in the lab', async () => {
      await page.goto('/lab')
      await page.type({ label: 'Value' }, '0')
      await page.expectElements({ role: 'link', name: 'Lab: 0 ms' })
    })

    it('asks in a small dialog before all data is replaced', async () => {
      await page.goto('/lab')
      await page.click(button('Empty'))
      await page.expectElements({ role: 'dialog', text: 'This replaces all' })
      await page.expectResult(() => {
        const { width = 0, height = 0 } = document.querySelector('dialog')?.getBoundingClientRect() ?? {}
        return width > 0 && width < innerWidth / 2 && height > 0 && height < innerHeight / 2
      }, true)
      await page.press('Escape')
      await page.expectElements({ role: 'dialog' }, 0)
    })

    it('underlines text links', async () => {
      await page.goto('/login')
      await page.expectElements(link('Register Now'))
      await page.expectResult(() => {
        const registerNow = [...document.querySelectorAll('a')].find((a) => a.textContent === 'Register Now')
        return registerNow && getComputedStyle(registerNow).textDecorationLine
      }, 'underline')
    })

    it('refuses a wrong password with a toast', async () => {
      await page.goto('/login')
      await page.type({ label: 'Username' }, 'asharao')
      await page.type({ label: 'Password' }, 'jasmine')
      await page.click(button('Login'))
      await page.expectElements({ role: 'alert', text: 'The credentials you entered are invalid.' })
    })

    it('logs in and returns to the page that was requested', async () => {
      await page.goto('/bookmarks')
      await page.click(button('Test Login'))
      await page.expectElements(heading('No Bookmarks'))
    })

    it('likes a post and keeps the like', async () => {
      await page.goto('/home')
      await page.click(button('Like', post('@kenjimori')))
      await page.expectTexts(button('Unlike', post('@kenjimori')), ['105'])
      await page.expectRows('reactions', 1)
      await page.goto('/explore')
      await page.expectTexts(button('Unlike', post('@kenjimori')), ['105'])
    })

    it('bookmarks a post and removes the bookmark', async () => {
      await page.goto('/explore')
      await page.click(button('Bookmark', post('@samuel_adu')))
      await page.expectElements(button('Remove bookmark', post('@samuel_adu')))
      await page.click(link('Bookmarks'))
      await page.expectTexts({ role: 'article' }, ['@samuel_adu'])
      await page.click(button('Remove bookmark'))
      await page.expectElements(button('Undo'))
      await page.click(link('Explore'))
      await page.expectElements(heading('Explore'))
      await page.click(link('Bookmarks'))
      await page.expectElements(heading('No Bookmarks'))
    })

    it('closes a picture by a swipe down', async () => {
      await page.goto('/explore')
      await page.click({ role: 'button', inside: { role: 'figure', inside: post('@kenjimori') } })
      await page.expectElements({ role: 'dialog' })
      await page.swipeDown({ role: 'img', inside: { role: 'dialog' } })
      await page.expectElements({ role: 'dialog' }, 0)
    })

    it('follows a user, whose posts join the feed', async () => {
      await page.goto('/home')
      await page.click(button('Follow @freyalund', people))
      await page.expectElements(button('Unfollow @freyalund', people))
      await page.expectTexts({ role: 'article' }, ['@asharao', '@freyalund', '@kenjimori', '@tomasvela'])
    })

    it('posts a text with a picture, which a reload still shows', async () => {
      await page.goto('/home')
      await page.type({ role: 'textbox', name: 'New post' }, 'A border of parrots')
      await page.upload({ selector: 'input[type=file][accept^=image]' }, resolve('public/icons/icon-192.png'))
      await page.expectElements(button('Remove photo'))
      // The first press reminds of the alt text.
      await page.click(button('Post'))
      await page.expectElements({ role: 'textbox', name: 'Alt text' })
      await page.click(button('Post'))
      for (const visit of ['first', 'reloaded']) {
        if (visit === 'reloaded') await page.goto('/home')
        await page.expectElements(picture)
        await page.expectResult(
          () => document.querySelector<HTMLImageElement>('article img[alt="Shared by Asha Rao"]')?.naturalWidth,
          192,
        )
      }
    })

    it('edits a post', async () => {
      await page.goto('/home')
      await page.click(button('Edit post', post('Carved a new block')))
      await page.type({ role: 'textbox', name: 'Post text' }, 'Carved two new blocks')
      await page.click(button('Update'))
      await page.expectElements(post('Carved two new blocks'))
      await page.expectElements({ role: 'textbox', name: 'Post text' }, 0)
      // The response has arrived. Without it, the next page sends the edit again, perhaps after the post was deleted.
      await page.expectTexts(post('Carved two new blocks'), ['Edited'])
    })

    it('deletes a post', async () => {
      await page.goto('/home')
      await page.click(button('Delete post', post('Carved')))
      await page.expectElements(post('Carved'), 0)
      await page.expectElements(button('Undo'))
      await page.goto('/explore')
      await page.expectElements(post('@kenjimori'))
      await page.expectElements(post('Carved'), 0)
    })

    it('finds a user by name and opens the profile with Enter', async () => {
      await page.goto('/home')
      await page.type({ role: 'combobox', name: 'Search Users...' }, 'ines')
      await page.expectTexts(users, ['Ines Okafor'])
      await page.press('Enter')
      await page.expectElements(heading('Ines Okafor'))
    })

    it("edits the viewer's profile", async () => {
      await page.goto('/userprofile')
      await page.click(button('Edit profile'))
      await page.type({ label: 'Bio:' }, 'Dyes with weld')
      await page.click(button('Update Profile'))
      await page.expectElements({ role: 'region', name: 'Profile of Asha Rao', text: 'Dyes with weld' })
      await page.expectElements(button('Edit profile'))
    })

    it('shows a like in a second tab at once', async () => {
      const other = await openPage(browser, origin)
      await other.goto('/explore')
      await other.expectElements(button('Like', post('@tomasvela')))
      await page.goto('/home')
      await page.click(button('Like', post('@tomasvela')))
      await other.expectTexts(button('Unlike', post('@tomasvela')), ['24'])
      expect(await other.takeProblems()).toEqual([])
      await other.close()
    })

    it('answers at /api through the service worker', async () => {
      await page.goto('/home')
      await page.expectResult(() => !!navigator.serviceWorker.controller, true)
      await page.expectResult(async () => (await fetch('/api/users')).status, 200)
      await page.goto('/api/posts/user/kenjimori')
      await page.expectResult(() => document.body.textContent.includes('three dips in the vat'), true)
    })

    it('runs a query in GraphiQL', async () => {
      await page.goto('/graphiql')
      await page.expectElements({ role: 'tab', text: 'Home' })
      await page.expectElements({ selector: '.graphiql-editor .view-lines', text: 'Home' })
      await page.click({ role: 'button', name: 'Execute query (Ctrl-Enter)' })
      await page.expectElements({ selector: '.result-window', text: 'asharao' })
    })

    it('leaves pages that are still loading', async () => {
      for (const path of ['/explore', '/home', '/explore', '/userprofile', '/explore', '/home']) await page.goto(path)
      await page.expectElements(heading('Home'))
    })

    it('logs out', async () => {
      await page.goto('/home')
      await page.click(button('Log out'))
      await page.expectElements({ role: 'status', text: 'Logged out' })
      await page.expectResult(() => [localStorage.getItem('data'), localStorage.getItem('curr_user')], [null, null])
      await page.goto('/home')
      await page.expectElements(button('Test Login'))
    })
  })
}
