/** Saves a file through the browser's download. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  // Never revoked: the browser may still read it after the click. It is freed when the page closes.
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
}

/** Returns the date (UTC) for a file name, such as `2026-11-21`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
