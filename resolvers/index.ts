/** The one public door of the backend. */
export { createBackend, type Backend } from './backend.ts'
export { broadcastTarget } from './events/broadcast.ts'
export { openIndexedDbStore } from './store/indexeddb.ts'
export { openStore } from './store/open.ts'
export type { Store } from './store/port.ts'
export { demoAccount } from './seed/demoAccount.ts'
export { sow } from './seed/sow.ts'
