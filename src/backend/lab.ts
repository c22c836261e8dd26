import { openBackend, type Lab } from './openBackend.ts'

export type { Lab }

// The types of the lab, derived from its port (resolvers/lab/lab.ts).
export type LabSettings = Lab['defaults']
export type Latency = LabSettings['latency']
export type Fault = LabSettings['fault']
export type FaultKind = Fault['kind']
export type DataFigures = NonNullable<Lab['data']>
export type Counts = Awaited<ReturnType<DataFigures['counts']>>
export type LogEntry = Parameters<Parameters<Lab['record']>[0]>[0]

export async function openLab(): Promise<Lab> {
  return (await openBackend()).lab.open()
}
