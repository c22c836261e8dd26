/** The performance mark of the moment when the page's address was known: its query counts as sent then. */
export const pageRequestMark = 'page request'
