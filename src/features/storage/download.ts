/** Has the browser save a file. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  // Not revoked: a browser may still be reading long after the press. It goes with the page.
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
}

/** For names of files: `2026-11-21`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
