/**
 * The number of bytes that are encoded at once. Every engine accepts this many arguments. A multiple of 3, so that only
 * the last chunk is padded.
 */
const CHUNK_LENGTH = 3 * 8192

/**
 * Encodes bytes as standard base64. `base64url` of jose is another alphabet, and `Uint8Array.toBase64` needs Node 25.
 */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += CHUNK_LENGTH)
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + CHUNK_LENGTH)))
  return text
}

/** Decodes a text for which `isBase64` is true. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/**
 * Whether a text is standard base64 with padding. One regular expression for all of it would overflow the stack on a
 * video.
 */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - paddingOf(text)))
}

/** Returns the number of bytes in a text for which `isBase64` is true. */
export function sizeOfBase64(text: string): number {
  return (text.length / 4) * 3 - paddingOf(text)
}

function paddingOf(text: string): number {
  if (text.endsWith('==')) return 2
  return text.endsWith('=') ? 1 : 0
}
