import { createElement, use, type ComponentType, type ReactNode } from 'react'
import { pageSettled } from './pageSettled.ts'

/**
 * A chunk of the app did not load: the browser is offline, or a newer version has replaced the files. Some browsers
 * remember the failure until the page reloads.
 */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  /** Clears the failure, so that the next use imports the chunk again. */
  readonly forget: () => void

  constructor(cause: unknown, forget: () => void) {
    super('A part of Weft did not load.', { cause })
    this.forget = forget
  }
}

/** Returns a function that imports a module once. It rejects with `ChunkLoadError`. */
export function lazyModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  const forget = () => {
    loading = undefined
  }
  return () =>
    (loading ??= load().catch((cause: unknown) => {
      throw new ChunkLoadError(cause, forget)
    }))
}

/**
 * Starts the query of a page, so that it is under way when the page renders. `sentAt` is when it counts as sent, by
 * `performance.now()`. The page's own hook joins it and reports its failure.
 */
export type StartQuery = (params: Readonly<Record<string, string | undefined>>, sentAt?: number) => Promise<unknown>

/** Calls a function of `lazyModule`. After a failure the next call imports the module again. */
export async function loadOrForget<Module>(loadModule: () => Promise<Module>): Promise<Module> {
  try {
    return await loadModule()
  } catch (error) {
    if (error instanceof ChunkLoadError) error.forget()
    throw error
  }
}

interface Preload {
  load: () => Promise<void>
  startQuery: StartQuery
}

const preloads = new WeakMap<object, Preload>()

/**
 * Returns a component whose code loads when it first renders, or earlier with `preload`. It throws `ChunkLoadError`.
 * Unlike React's `lazy`, it does not suspend once its code is preloaded, so no fallback shows. `queryOf` returns the
 * function of the module that starts the page's query.
 */
export function lazyComponent<Module, Props extends object>(
  load: () => Promise<Module>,
  componentOf: (module: Module) => ComponentType<Props>,
  queryOf?: (module: Module) => StartQuery | undefined,
): (props: Props) => ReactNode {
  const loadModule = lazyModule(load)
  let Loaded: ComponentType<Props> | undefined
  let suspends = false

  function Lazy(props: Props) {
    // A render that has called `use` calls it again, even if `preload` has ended meanwhile: React requires it.
    suspends ||= !Loaded
    return createElement(suspends || !Loaded ? componentOf(use(loadModule())) : Loaded, props)
  }
  preloads.set(Lazy, {
    load: async () => {
      // After a failure the render imports the chunk again.
      Loaded = componentOf(await loadOrForget(loadModule))
    },
    startQuery: async (params, sentAt) => queryOf?.(await loadModule())?.(params, sentAt),
  })
  return Lazy
}

/** `lazyComponent` for a module whose default export is the component, and `startQuery` its query. */
export function lazyDefault<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props>; startQuery?: StartQuery }>,
): (props: Props) => ReactNode {
  return lazyComponent(
    load,
    (module) => module.default,
    (module) => module.startQuery,
  )
}

/** `lazyComponent` for what the page works without: it loads once the page is idle. */
export function lazyWhenIdle<Module, Props extends object>(
  load: () => Promise<Module>,
  componentOf: (module: Module) => ComponentType<Props>,
): (props: Props) => ReactNode {
  return lazyComponent(async () => {
    await pageSettled()
    return load()
  }, componentOf)
}

/** Loads the code of a lazy component once the page is idle. If it does not load, the component loads it. */
export function preloadWhenIdle(component: object): void {
  void pageSettled()
    .then(() => preload(component))
    .catch(() => {})
}

/** Loads the code of a lazy component. Does nothing for other components. */
export async function preload(component: object): Promise<void> {
  await preloads.get(component)?.load()
}

/** Starts the query of a lazy component. Resolves when it has ended, at once for other components. */
export async function startQueryOf(component: object, ...args: Parameters<StartQuery>): Promise<void> {
  await preloads.get(component)?.startQuery(...args)
}
