/** The one public door of the backend. */
export { createBackend, type Backend } from './backend.ts'
export { openIndexedDbStore } from './store/indexeddb.ts'
export type { NewerVersionError } from './store/indexeddb/failures.ts'
export { openStore, type Keeping } from './store/open.ts'
export type { Store } from './store/port.ts'
export { demoAccount } from './seed/demoAccount.ts'
export { sow } from './seed/sow.ts'
export { copyDatabase } from './store/copy.ts'
