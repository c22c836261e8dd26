/**
 * The links with which posts (also by a mention) and suggestions name users, outside their name cards. Avatars have no
 * name. The rows of other lists show almost as much as a card, which would cover the next row.
 */
const nameLinks = ':is(article, aside) a[href^="/user"]:not([aria-hidden], [popover] a)'

/** Returns the link that names a user at the target of an event. */
export function nameLinkAt(target: EventTarget | null | undefined): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(nameLinks) : null
}
