import { createElement, use, type ComponentType, type ReactNode } from 'react'
import { ChunkLoadError, failToLoad, loadModule } from './loadModule.ts'

/**
 * Starts the query of a page, so that it is under way when the page renders. `params` are those of the path, and `search`
 * those after it. `sentAt` is when it counts as sent, by `performance.now()`. The page's own hook joins it and reports its
 * failure.
 */
export type StartQuery = (
  params: Readonly<Record<string, string | undefined>>,
  sentAt?: number,
  search?: URLSearchParams,
) => Promise<unknown>

/** A component whose code loads when it first renders, or earlier. */
interface LazyComponent<Props extends object> {
  (props: Props): ReactNode
  preload: () => Promise<void>
  startQuery: StartQuery
}

/**
 * Returns a component whose code loads when it first renders, or earlier with `preload`. It throws `ChunkLoadError`.
 * Unlike React's `lazy`, it does not suspend once its code is preloaded, so no fallback shows. `queryOf` returns the
 * function of the module that starts the page's query.
 */
export function lazyComponent<Module, Props extends object>(
  importModule: () => Promise<Module>,
  componentOf: (module: Module) => ComponentType<Props>,
  queryOf?: (module: Module) => StartQuery | undefined,
): LazyComponent<Props> {
  const load = loadModule(importModule)
  /** What renders read. Kept after a failure until an error boundary has caught it: they would suspend again. */
  let rendered: Promise<Module> | undefined
  const forget = () => {
    rendered = undefined
  }
  let Loaded: ComponentType<Props> | undefined
  let suspends = false

  function Lazy(props: Props) {
    // A render that has called `use` calls it again, even if `preload` has ended meanwhile: React requires it.
    suspends ||= !Loaded
    if (Loaded && !suspends) return createElement(Loaded, props)
    rendered ??= importModule().catch((cause: unknown) => failToLoad(new ChunkLoadError(cause, forget)))
    return createElement(componentOf(use(rendered)), props)
  }
  Lazy.preload = async () => {
    Loaded = componentOf(await load())
  }
  Lazy.startQuery = async (...args: Parameters<StartQuery>) => queryOf?.(await load())?.(...args)
  return Lazy
}

/** The module of a page: its component, and its query, if the page has one. */
export interface PageModule<Props = object> {
  default: ComponentType<Props>
  startQuery?: StartQuery
}

/** `lazyComponent` for the module of a page, or any other with a component as its default export. */
export function lazyDefault<Props extends object>(load: () => Promise<PageModule<Props>>): LazyComponent<Props> {
  return lazyComponent(
    load,
    (module) => module.default,
    (module) => module.startQuery,
  )
}

/** Whether parts are loaded before they are needed. Outlives a session: the files are those of the page. */
let preloads = true

/** Ends preloading: a new version has replaced the files of this page, which then reloads if it misses one. */
export function stopPreloading(): void {
  preloads = false
}

/** Loads the code of a lazy component. Does nothing for other components. */
export async function preload(component: object): Promise<void> {
  if (preloads && isLazy(component)) await component.preload()
}

/** Starts the query of a lazy component. Resolves when it has ended, at once for other components. */
export async function startQueryOf(component: object, ...args: Parameters<StartQuery>): Promise<void> {
  if (isLazy(component)) await component.startQuery(...args)
}

function isLazy(component: object): component is Pick<LazyComponent<object>, 'preload' | 'startQuery'> {
  return 'preload' in component && 'startQuery' in component
}
