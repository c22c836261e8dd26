/** Returns a random key. `crypto.randomUUID` is missing over plain http. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
