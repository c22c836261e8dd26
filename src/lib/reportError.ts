/** Logs a failure that spec §8 does not show to the user. */
export function reportError(error: unknown): void {
  console.error(error)
}
