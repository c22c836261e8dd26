import { defineConfig } from 'vite'

/**
 * Builds the server into `dist-server/main.js`, which Node runs as it is. The packages that depend on graphql are in the
 * bundle, so that there is one copy of it; the others are loaded from node_modules.
 */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: [/graphql/, 'dataloader'] },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist-server',
    target: 'node20',
    minify: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { entryFileNames: 'main.js' },
    },
  },
})
