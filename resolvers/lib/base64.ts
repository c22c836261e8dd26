/** As many bytes as a call takes arguments everywhere; a multiple of three, so that the pieces join. */
const piece = 3 * 8192

export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += piece) text += btoa(String.fromCharCode(...bytes.subarray(at, at + piece)))
  return text
}

/** Of what `isBase64`. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

export function isBase64(text: string): boolean {
  const [filling = ''] = /={0,2}$/.exec(text.slice(-2)) ?? []
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - filling.length))
}
