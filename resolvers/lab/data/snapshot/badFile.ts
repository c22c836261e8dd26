/** A file that is no snapshot, or a damaged one. Its words tell what is wrong, and nothing of what the file holds. */
export class BadFileError extends Error {
  override readonly name = 'BadFileError'
  /** Counted from 1. */
  readonly line: number

  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}.`)
    this.line = line
  }
}
