import { isVisible } from '../../../shared/visibleText.ts'

export { fullName } from '../../../shared/fullName.ts'

/** Returns the first name, or the username if the name cannot be seen. */
export function shortName(user: { firstName: string; username: string }): string {
  return isVisible(user.firstName) ? user.firstName : user.username
}

/** Returns the path of a user's profile: /userprofile for the viewer (spec §2). */
export function profilePath(user: { id: string; isViewer: boolean }): string {
  return user.isViewer ? '/userprofile' : `/userprofile/${user.id}`
}

/**
 * Links to users in posts (author, mentions) and suggestions. Excludes hover cards, avatar links, which are `aria-hidden`,
 * and links that are a whole row. Other lists have none, because a card would cover the next row.
 */
const nameLinks = ':is(article, aside) a[href^="/userprofile"]:not([aria-hidden], [data-row-link], [popover] a)'

/** Returns the link that names a user at the target of an event. */
export function nameLinkAt(target: EventTarget | null | undefined): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(nameLinks) : null
}
