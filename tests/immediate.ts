import type { Conditions } from '../resolvers/lab/networkConditions.ts'

/** Neither delay nor fault. */
export const immediate: Conditions = async () => ({ latency: 0, fault: null })
