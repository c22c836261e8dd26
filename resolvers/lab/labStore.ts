import type { Meta, MetaReader } from '../store/port.ts'

/** The values of the lab, which all tabs and the service worker share. */
export type LabValues = Meta

/** What the lab needs of a store. */
export interface LabStore {
  readonly read: { readonly meta: MetaReader }
  transaction<Result>(work: (tx: { readonly meta: LabValues }) => Promise<Result>): Promise<Result>
}
