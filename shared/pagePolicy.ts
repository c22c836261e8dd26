const policyMeta = /<meta http-equiv="Content-Security-Policy" content="([^"]*)" \/>/

/**
 * Returns the header `Content-Security-Policy` for the pages of a build: the policy in a page, and what only a header can
 * say. Throws if the page has no policy.
 */
export function policyHeader(page: string): string {
  const [, policy] = policyMeta.exec(page) ?? []
  if (policy === undefined) throw new Error('The built page has no content security policy. Build it again.')
  return `${policy}; frame-ancestors 'none'`
}
