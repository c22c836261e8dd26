import { lazyModule } from '../../lib/lazyComponent.ts'

/** Loads the parts of the composer that most visits do not need. */
export const loadParts = lazyModule(() => import('./composerParts.ts'))
