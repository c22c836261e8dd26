/** After this time the browser has started to read the file, and the URL is revoked. */
const REVOKE_AFTER_MS = 60_000

/** Saves a file through the browser's download. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  const url = URL.createObjectURL(file)
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}

/** Returns the date (UTC) for a file name, such as `2026-11-21`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
