/** The scripts of the build that the page starts by their URL: service worker and workers. */
const ownScript = /^\/(?:sw|assets\/[\w.-]+)\.js$/

/**
 * Allows the page to start its own workers. The content security policy refuses every other URL of a script, and every
 * string as HTML or code, because this policy has no rule for them. Call it once, before the first worker.
 */
export function allowOwnWorkers(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (ownScript.test(url.replace(location.origin, '')) ? url : null),
  })
}
