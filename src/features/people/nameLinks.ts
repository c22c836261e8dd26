/**
 * Links to users in posts (author, mentions) and suggestions. Excludes hover cards and avatar links, which are
 * `aria-hidden`. Other lists have none, because a card would cover the next row.
 */
const nameLinks = ':is(article, aside) a[href^="/user"]:not([aria-hidden], [popover] a)'

/** Returns the link that names a user at the target of an event. */
export function nameLinkAt(target: EventTarget | null | undefined): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(nameLinks) : null
}
