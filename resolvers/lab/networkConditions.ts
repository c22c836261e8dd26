/** What one operation goes through before and around its work. */
export interface Course {
  /** Milliseconds that it waits before it is answered. */
  latency: number
  fault: 'errorBefore' | 'errorAfter' | 'dropped' | null
}

/** Asks for the course of the next operation or call of this name. */
export type Conditions = (name: string) => Promise<Course>

/** As it is where nobody has changed anything: spec §9. */
export const usualCourse: Course = { latency: 400, fault: null }

/** No answer comes: the connection was lost. Over HTTP the request fails; in a tab this is what the caller gets. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'

  constructor() {
    super('No answer: the connection was lost.')
  }
}

/** Does the work of an operation or call unless its course is to fail: then it throws, before the work or after it. */
export async function follow<T>({ fault }: Course, work: () => Promise<T> | T): Promise<T> {
  if (fault === 'errorBefore') throw new Error('The lab has this fail.')
  const answer = await work()
  if (fault === 'errorAfter') throw new Error('The lab has this fail.')
  return answer
}
