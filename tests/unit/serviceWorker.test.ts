import { expect, onTestFinished, test, vi } from 'vitest'
import { buildWorker } from '../../tools/serviceWorker.mjs'
import { trustedDocuments } from '../../worker/trustedDocuments.generated.ts'

test.each(['true', ''])(
  'the service worker contains the documents of the app if VITE_TRUSTED_DOCUMENTS is "true", not if it is "%s"',
  async (setting) => {
    vi.stubEnv('VITE_TRUSTED_DOCUMENTS', setting)
    onTestFinished(() => void vi.unstubAllEnvs())
    const code = JSON.stringify(await buildWorker({ write: false }))
    for (const hash of trustedDocuments.keys()) expect(code.includes(hash)).toBe(setting === 'true')
  },
)
