/** Errors of the operating system, in words. */

/** Why a call failed, by its code. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user lacks the permission',
  EPERM: 'this user lacks the permission',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'a part of its path is a file',
  ELOOP: 'its path is a circle of links',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EROFS: 'its disk is read-only',
}

/** The codes in errors of PGlite, which are plain objects with numbers of WASI. */
const numbered: Readonly<Record<number, string>> = { 2: 'EACCES', 19: 'EDQUOT', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' }

/** Returns the code of an error of the operating system; undefined for any other error. */
export function systemCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('errno' in error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return typeof error.errno === 'number' ? numbered[error.errno] : undefined
}

/**
 * Returns an error whose message says what failed, why, and what to do. `special` has the reasons that depend on the call,
 * by code.
 */
export function failure(
  what: string,
  cause: unknown,
  advice: string,
  special: Readonly<Record<string, string>> = {},
): Error {
  const code = systemCodeOf(cause) ?? ''
  const message = cause instanceof Error ? cause.message : String(cause)
  return new Error(`${what}: ${special[code] ?? reasons[code] ?? message}. ${advice}`, { cause })
}
