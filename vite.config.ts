import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorker } from './tools/serviceWorker.mjs'

export default defineConfig({
  plugins: [react(), serviceWorker({ extra: 'src/pages/graphiql/GraphiQLPage.tsx' })],
  server: { port: 5173 },
  preview: { port: 4173, strictPort: true },
  // So that GraphiQL's worker loads the formatter only when it formats.
  worker: { format: 'es' },
  // The scan does not look into workers: found late, these would reload the page.
  optimizeDeps: {
    include: [
      'monaco-editor/esm/vs/editor/editor.worker.js',
      'monaco-editor/esm/vs/language/json/json.worker.js',
      'monaco-graphql/esm/graphql.worker.js',
    ],
  },
  build: {
    target: 'es2023',
    // The size check reads which chunks a page loads from here.
    manifest: true,
    chunkSizeWarningLimit: 6000,
    rolldownOptions: {
      output: {
        // What pages share is one file: many small ones compress worse and cost a request each.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
              priority: 3,
            },
            {
              name: 'base',
              test: /\/src\/(ui\/(?!toasts)|pwa\/UpdateNotice|backend\/backend\.|lib\/createStore|session\/(session|returnLocation|guards)\.|apollo\/useRetryKey\.)/,
              priority: 2,
            },
            // Apart, so that the backend does not bring the frame with it.
            { name: 'formats', test: /\/shared\/formats\.ts/, priority: 2 },
            { name: 'toasts', test: /\/src\/ui\/toasts\/toast\.ts/, priority: 2 },
            // With the first file that is picked.
            {
              name: 'upload',
              test: /\/src\/features\/media\/(checkMedia|uploadMedia|uploadToCloud|postForm)\.ts/,
              priority: 2,
            },
            {
              name: 'frame',
              test: /\/src\/((features\/(posts|people|composer|media|live)|layout)\/(?!Page(Boundary|Failed)|AppLayout\.tsx)|pages\/Page\.module\.css)/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
