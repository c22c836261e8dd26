import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  server: { port: 5173 },
  preview: { port: 4173, strictPort: true },
  build: {
    target: 'es2023',
    // The size check reads which chunks a page loads from here.
    manifest: true,
    chunkSizeWarningLimit: 6000,
  },
})
