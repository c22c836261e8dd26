import { lazyWhenIdle } from '../../lib/lazyComponent.ts'
import { loadModule } from '../../lib/loadModule.ts'

/** Loads the parts of the composer that most visits do not need. */
export const loadParts = loadModule(() => import('./composer.chunk.ts'))

/** The posts that are not confirmed. With them the other parts load before the composer needs them. */
export const Outbox = lazyWhenIdle(loadParts, (parts) => parts.Outbox)
