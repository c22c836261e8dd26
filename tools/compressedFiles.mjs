import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A server changes pages when it sends them. Pictures and fonts are compressed already, and small files gain nothing. */
const compressible = /\.(js|css|svg)$/
const smallest = 1024

/** Higher qualities of Brotli take ten times as long for 7 % less. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/**
 * A Vite plugin: writes compressed copies of files beside them (`.br`, `.gz`). A server sends these, so that it
 * compresses nothing at a request.
 * @returns {import('vite').Plugin}
 */
export function compressedFiles() {
  return {
    name: 'weft:compressed-files',
    writeBundle: {
      // After the service worker was written.
      order: 'post',
      sequential: true,
      handler({ dir }) {
        const files = readdirSync(dir, { recursive: true, withFileTypes: true })
        for (const { name, parentPath } of files.filter((file) => file.isFile() && compressible.test(file.name))) {
          const path = join(parentPath, name)
          const content = readFileSync(path)
          if (content.length < smallest) continue
          writeFileSync(`${path}.br`, brotliCompressSync(content, brotli))
          writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}
