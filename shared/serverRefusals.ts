/**
 * The refusals that come from the limits of a server, not from a rule: what was sent is too large, has no room, or cannot
 * be handled now. The specification does not know them, so the app shows them wherever a call can fail.
 */
export const serverRefusals = {
  TOO_LARGE: { status: 413, message: 'This is too large to send.' },
  QUOTA_EXCEEDED: { status: 403, message: 'Your pictures and videos have no more room here. Delete some first.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Try again later.' },
  UNAVAILABLE: { status: 503, message: 'The server is busy. Nothing was changed. Try again later.' },
} as const

const MINUTE_SECONDS = 60

/** Returns the message with the time to wait instead of 'later', in minutes from two minutes on. */
export function messageWithWait(message: string, seconds: number): string {
  const isLong = seconds >= 2 * MINUTE_SECONDS
  const wait = isLong ? `${Math.ceil(seconds / MINUTE_SECONDS)} min` : `${seconds} s`
  return message.replace('later', `in ${wait}`)
}
