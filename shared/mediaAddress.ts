/** The avatar of users who have not chosen a picture. */
export const defaultAvatarUrl = '/art/avatar-default.svg'

/** A host that no address can name. */
const OWN = 'http://own.invalid'

/**
 * Whether a page may show what is at this address of a picture or video: one at `http:` or `https:`, or of the host of the
 * page. Any other, such as `javascript:`, `data:`, `blob:` or `//host`, is kept as it was sent, but never shown.
 */
export function isShownAddress(address: string): boolean {
  if (URL.canParse(address)) return /^https?:$/.test(new URL(address).protocol)
  return URL.canParse(address, OWN) && new URL(address, OWN).origin === OWN
}
