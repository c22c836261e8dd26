/** Downloads a file. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  // Not revoked, because the browser may still be reading it after the click. It ends with the page.
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
}

/** Returns the date for a file name: `2026-11-21`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
