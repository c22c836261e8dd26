/** Where a portfolio link may lead: http or https, a missing scheme becoming https; null for anything else, which is shown as text (decisions, "Screens"). */
export function portfolioHref(typed: string): string | null {
  const text = typed.trim()
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
  const url = URL.parse(hasScheme ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return hasScheme || url.hostname.includes('.') ? url.href : null
}

/** A link as people read it: without scheme and trailing slash. */
export function portfolioLabel(typed: string): string {
  return typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
}
