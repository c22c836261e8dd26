import type { Conditions } from '../resolvers/lab/course.ts'

/** Neither delay nor fault. */
export const immediate: Conditions = async () => ({ latency: 0, fault: null })
