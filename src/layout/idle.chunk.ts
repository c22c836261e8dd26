/** The parts of `AppLayout` that load once the page is idle, as one chunk. */
export { default as ConnectionBanner } from './ConnectionBanner.tsx'
export { default as Shortcuts } from '../features/shortcuts/Shortcuts.tsx'
export { ResendInterrupted } from './ResendInterrupted.tsx'
export { StorageNotice } from './StorageNotice.tsx'
