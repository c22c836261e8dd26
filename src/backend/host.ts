/**
 * Whether a server sent this page. It marks the pages that it sends (server/http/appFiles.ts). Any other host only sends
 * files, and the backend runs in the browser.
 */
export function isOnServer(): boolean {
  return document.documentElement.dataset['host'] === 'server'
}

/** Returns the account of 'Test Login' if the server that sent this page has it. */
export function serverDemoAccount(): { username: string; password: string } | null {
  return JSON.parse(document.documentElement.dataset['demo'] ?? 'null')
}

/** Whether pages link to GraphiQL and the lab: where the data are in the browser, and on a server that says so. */
export function linksDeveloperPages(): boolean {
  return !isOnServer() || 'developerPages' in document.documentElement.dataset
}
