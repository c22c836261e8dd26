/** Configures Monaco's workers. Replaces `graphiql/setup-workers/vite`, which crashes Vite's dev server. */
export function setUpWorkers(): void {
  window.MonacoEnvironment = {
    getWorker(_workerId, label) {
      switch (label) {
        case 'graphql':
          return new Worker(new URL('./graphql.worker.ts', import.meta.url), { type: 'module' })
        case 'json':
          return new Worker(new URL('./json.worker.ts', import.meta.url), { type: 'module' })
        default:
          return new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module' })
      }
    },
    createTrustedTypesPolicy(name, rules = {}) {
      // `getWorker` makes this policy unnecessary. It would trust any URL of a script.
      if (name === 'defaultWorkerFactory') return undefined
      return window.trustedTypes?.createPolicy(name, rules)
    },
  }
}
