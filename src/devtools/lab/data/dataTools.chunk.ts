/** The sections of the data in this browser, as one chunk. It does not load on a server. */
export { Data } from './Data.tsx'
export { StorageAndSnapshot } from './StorageAndSnapshot.tsx'
