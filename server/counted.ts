/** Returns a number with its noun, such as `1 user` or `2 users`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
