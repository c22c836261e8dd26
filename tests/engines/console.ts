declare global {
  interface Window {
    consoleProblems?: string[]
  }
}

/**
 * Runs in the page. Returns errors and warnings in the console, uncaught errors, unhandled rejections and violations of
 * the content security policy since the last call. The first call in a document starts the recording. WebDriver has no
 * command for the console.
 */
export function takeConsoleProblems(): string[] {
  const recorded = window.consoleProblems
  if (recorded) return recorded.splice(0)
  const problems: string[] = []
  window.consoleProblems = problems
  for (const level of ['error', 'warn'] as const) {
    const write = console[level]
    console[level] = (...values: unknown[]) => {
      problems.push(`${level}: ${values.map(String).join(' ')}`)
      write(...values)
    }
  }
  addEventListener('error', ({ message }) => problems.push(`uncaught: ${message}`))
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    problems.push(`violation of ${effectiveDirective}: ${blockedURI} ${sample}`)
  })
  addEventListener('unhandledrejection', ({ reason }) => problems.push(`unhandled: ${String(reason)}`))
  return []
}
