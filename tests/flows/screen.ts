import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'

/** Finds elements by the names of docs/spec-decisions.md, "Accessible names". */

/** Returns the visible posts. `getAllByRole`, and selectors in jsdom, are slow on a long list. */
export function posts(): HTMLElement[] {
  return [...document.getElementsByTagName('article')].filter(isShown)
}

function isShown(element: Element): boolean {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
    if (ancestor.hasAttribute('hidden') || ancestor.getAttribute('style')?.includes('display: none')) return false
  return true
}

/** Returns the texts of the shown posts, in order. */
export function postTexts(): string[] {
  return posts().map((post) => post.querySelector('p')?.textContent ?? '')
}

/** Waits for the post with this text. Throws if there are several. */
export async function findPost(text: string): Promise<HTMLElement> {
  return waitFor(() => {
    const [post, ...others] = posts().filter((shown) => shown.textContent.includes(text))
    if (!post || others.length > 0) throw new Error(`${post ? 'More than one post' : 'No post'} says ${text}`)
    return post
  })
}

export function button(name: string, place?: HTMLElement): HTMLElement {
  return (place ? within(place) : screen).getByRole('button', { name })
}

/** Returns the name of a post's like button and its count, such as `Unlike 3`. */
export function likeOf(post: HTMLElement): string {
  const like = within(post).getByRole('button', { name: /^(Like|Unlike)$/ })
  return `${like.getAttribute('aria-label')} ${like.textContent}`.trim()
}

/** Chooses a file with the button of this name. */
export async function pickFile(user: UserEvent, name: string, file: File): Promise<void> {
  const input = (await screen.findByRole('button', { name })).previousElementSibling
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no file input before ${name}.`)
  await user.upload(input, file)
}

export function suggestionsPanel(): Promise<HTMLElement> {
  return screen.findByRole('complementary', { name: 'People you Might know' })
}

const kinds = {
  'lucide-info': 'info',
  'lucide-circle-check': 'success',
  'lucide-triangle-alert': 'warning',
  'lucide-octagon-alert': 'error',
}

/** Returns the shown toasts, in order, such as `error: This Post is already bookmarked`. */
export function toasts(): string[] {
  const region = screen.queryByRole('region', { name: /^Notifications Alt/ })
  if (!region) return []
  return [...region.querySelectorAll('[role=alert], [role=status]')].map((toast) => {
    const kind = Object.entries(kinds).find(([icon]) => toast.querySelector(`.${icon}`))?.[1] ?? 'unknown'
    expect(toast.getAttribute('role')).toBe(/warning|error/.test(kind) ? 'alert' : 'status')
    return `${kind}: ${toast.querySelector('p')?.textContent}`
  })
}

/** Waits until exactly these toasts have been shown. */
export async function expectToasts(...expected: string[]): Promise<void> {
  await waitFor(() => expect(toasts()).toEqual(expected))
}

/** Checks that no toast has been shown: presses Share and expects only its toast. */
export async function expectNoToasts(user: UserEvent): Promise<void> {
  const [share] = screen.getAllByRole('button', { name: 'Share' })
  if (share) await user.click(share)
  await expectToasts('info: Link copied')
}

/** Waits until exactly these errors are in the console, in any order, and clears the console. */
export async function expectLoggedErrors(...expected: string[]): Promise<void> {
  const log = vi.mocked(console.error)
  await waitFor(() => expect(log.mock.calls.map(messageOf).toSorted()).toEqual(expected.toSorted()))
  log.mockClear()
}

/** Returns the error's message without the text that React logs around it. */
function messageOf(entry: readonly unknown[]): string {
  const error = entry.find((part) => part instanceof Error) ?? entry[0]
  return error instanceof Error ? error.message : String(error)
}
