/** The part of the Service Worker Static Routing API that this worker uses. TypeScript does not declare it. */

interface StaticRouteCondition {
  urlPattern?: { pathname: string; search: string }
  or?: StaticRouteCondition[]
}

interface StaticRoute {
  condition: StaticRouteCondition
  /** `cache` means any cache of the origin. */
  source: 'cache' | { cacheName: string }
}

interface ExtendableEvent {
  /** Only the install event of Chromium has it. */
  addRoutes?(routes: StaticRoute[]): Promise<void>
}
