import { appPages } from '../../../shared/appPages.ts'
import { currentSession } from '../../session/session.ts'
import { announce, focusOnNextPage } from '../../ui/pageFocus.ts'
import { choosePreferences } from '../../ui/preferences/preferences.ts'
import { currentTheme } from '../../ui/theme/theme.ts'

/** What shortcuts need from the app. */
export interface ShortcutContext {
  open: (path: string) => void
  showKeys: () => void
}

export interface Shortcut {
  label: string
  /** Alternatives. In each, keys that follow one another are separated by spaces, keys pressed together by `+`. */
  keys: readonly string[]
  /** Returns false if the key must keep its default action. Absent if a form handles the keys. */
  run?: (context: ShortcutContext) => boolean
  /** Whether holding the key down repeats it. */
  repeats?: boolean
}

export const shortcutGroups: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Move',
    shortcuts: [
      { label: 'Next post', keys: ['j'], run: () => movePost(1), repeats: true },
      { label: 'Previous post', keys: ['k'], run: () => movePost(-1), repeats: true },
      { label: 'Open the post', keys: ['Enter', 'o'], run: openPost },
    ],
  },
  {
    title: 'Go to',
    shortcuts: [
      { label: appPages.home.title, keys: ['g h'], run: goTo(appPages.home.path) },
      { label: appPages.explore.title, keys: ['g e'], run: goTo(appPages.explore.path) },
      { label: appPages.bookmarks.title, keys: ['g b'], run: goTo(appPages.bookmarks.path) },
      { label: appPages.notifications.title, keys: ['g n'], run: goTo(appPages.notifications.path) },
      { label: 'Your profile', keys: ['g p'], run: goTo(appPages.ownProfile.path) },
    ],
  },
  {
    title: 'This post',
    shortcuts: [
      { label: 'Reply', keys: ['r'], run: replyToPost },
      { label: 'Like', keys: ['l'], run: likePost },
      { label: 'Bookmark', keys: ['b'], run: () => pressInPost('Bookmark', 'Remove bookmark') !== null },
      { label: 'Share', keys: ['s'], run: () => pressInPost('Share') !== null },
      { label: 'Show more', keys: ['x'], run: () => pressInPost('Show more', 'Show less') !== null },
      { label: 'Edit your post', keys: ['e'], run: () => pressInPost('Edit post') !== null },
    ],
  },
  {
    title: 'Write and find',
    shortcuts: [
      { label: 'New post', keys: ['n'], run: writePost },
      { label: 'Send the post', keys: ['Ctrl+Enter'] },
      { label: 'Search', keys: ['/'], run: () => focus('[role=combobox][type=search]') },
      { label: 'Light or dark theme', keys: ['t'], run: switchTheme },
      { label: 'This list', keys: ['?'], run: showKeys },
    ],
  },
]

const all = shortcutGroups.flatMap(({ shortcuts }) => shortcuts)

export function findShortcut(keys: string): Shortcut | undefined {
  return all.find((shortcut) => shortcut.keys.includes(keys))
}

/** Returns whether a shortcut starts with these keys and goes on. */
export function isPrefix(keys: string): boolean {
  return all.some((shortcut) => shortcut.keys.some((known) => known.startsWith(`${keys} `)))
}

/** Returns the post or the notification with the focus. */
function focusedPost(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('main article') ?? null
}

/** Focuses the next or previous post; without a focused post, the first one in the window. */
function movePost(step: 1 | -1): boolean {
  const posts = [...document.querySelectorAll<HTMLElement>('main article:not([hidden])')]
  const current = focusedPost()
  const post = current ? posts[posts.indexOf(current) + step] : posts.find(endsBelowTopQuarter)
  post?.focus({ preventScroll: true })
  // At either end, scrolls so that the list mounts or loads more rows.
  const place = post ?? current
  place?.scrollIntoView({ block: post ? 'start' : step > 0 ? 'end' : 'center' })
  return posts.length > 0
}

function endsBelowTopQuarter(post: HTMLElement): boolean {
  const { bottom } = post.getBoundingClientRect()
  return bottom > window.innerHeight / 4
}

/** Opens the page of the focused post or notification. Enter on a link or button in it does what it always does. */
function openPost(): boolean {
  const link = focusedPost()?.querySelector<HTMLElement>('[data-row-link]')
  link?.click()
  return Boolean(link)
}

/** Opens the form that answers the focused post. */
function replyToPost(): boolean {
  const link = focusedPost()?.querySelector<HTMLElement>('[data-reply-link]')
  link?.click()
  return Boolean(link)
}

function goTo(path: string) {
  return ({ open }: ShortcutContext) => {
    open(path)
    return true
  }
}

/** Presses the button with one of these names in the focused post. Returns its name, or null if there is none. */
function pressInPost(...names: readonly string[]): string | null {
  const buttons = [...(focusedPost()?.querySelectorAll('button') ?? [])]
  const found = buttons.find((button) => names.includes(nameOf(button)))
  found?.click()
  return found ? nameOf(found) : null
}

function nameOf(button: HTMLButtonElement): string {
  return button.getAttribute('aria-label') ?? button.textContent
}

function likePost(): boolean {
  const name = pressInPost('Like', 'Unlike')
  // The focus stays on the post, so screen readers would not read the new state of the button.
  if (name && currentSession().session) announce(name === 'Like' ? 'Liked' : 'Like removed')
  return name !== null
}

const newPostField = '[aria-label="New post"]'

/** Focuses the form for a new post, on Home. */
function writePost({ open }: ShortcutContext): boolean {
  const isShown = focus(newPostField)
  // While another page loads, Home is still shown.
  if (isShown && location.pathname === appPages.home.path) return true
  if (!isShown) focusOnNextPage(newPostField)
  open(appPages.home.path)
  return true
}

function focus(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(selector)
  field?.focus()
  return Boolean(field)
}

function switchTheme(): boolean {
  choosePreferences({ theme: currentTheme() === 'dark' ? 'light' : 'dark' })
  return true
}

function showKeys(context: ShortcutContext): boolean {
  context.showKeys()
  return true
}
