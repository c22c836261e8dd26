import { createElement, use, type ComponentType, type ReactNode } from 'react'

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

const preloads = new WeakMap<object, () => Promise<void>>()

/**
 * Returns a component whose code loads when it first renders, or earlier with `preload`. It throws `ChunkLoadError`.
 * Unlike React's `lazy`, it does not suspend once its code is preloaded, so no fallback shows.
 */
export function lazyComponent<Module, Props extends object>(
  load: () => Promise<Module>,
  componentOf: (module: Module) => ComponentType<Props>,
): (props: Props) => ReactNode {
  const loadModule = lazyModule(load)
  let Loaded: ComponentType<Props> | undefined

  function Lazy(props: Props) {
    return createElement(Loaded ?? componentOf(use(loadModule())), props)
  }
  preloads.set(Lazy, async () => {
    Loaded = componentOf(await loadModule())
  })
  return Lazy
}

/** `lazyComponent` for a module whose default export is the component. */
export function lazyDefault<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  return lazyComponent(load, (module) => module.default)
}

/** Loads the code of a lazy component. Does nothing for other components. */
export async function preload(component: object): Promise<void> {
  await preloads.get(component)?.()
}
