import { openBackend, type Lab } from './backend.ts'

export type { Lab }

/** What latency and faults the backend has, and what it was asked (`Lab` of resolvers/lab/lab.ts). */
export type LabSettings = Lab['usual']
export type Latency = LabSettings['latency']
export type Fault = LabSettings['fault']
export type FaultKind = Fault['kind']
export type Counts = Awaited<ReturnType<Lab['counts']>>
export type LoggedRequest = Parameters<Parameters<Lab['requests']>[0]>[0]

/** The lab of this page's backend. */
export async function openLab(): Promise<Lab> {
  return (await openBackend()).openLab()
}
