/** The parts of `AppLayout` that load once the page is idle, as one chunk. */
export { default as ConnectionBanner } from './ConnectionBanner.tsx'
export { BackgroundParts } from './BackgroundParts.tsx'
export { StorageNotice } from './StorageNotice.tsx'
