import { lazyComponent, lazyModule } from '../../lib/lazyComponent.ts'

/** Loads the parts of the composer that most visits do not need. */
export const loadParts = lazyModule(() => import('./composerParts.ts'))

/** The posts that were not sent. */
export const KeptDrafts = lazyComponent(loadParts, (parts) => parts.KeptDrafts)
