/** The links with which posts name users, outside their name cards. Avatars have no name. */
const nameLinks = 'article a[href^="/userprofile"]:not([aria-hidden], [popover] a)'

/** Returns the link that names a user at the target of an event. */
export function nameLinkAt(target: EventTarget | null | undefined): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(nameLinks) : null
}
