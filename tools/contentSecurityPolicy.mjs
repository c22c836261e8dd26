import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { policyHeader } from '../shared/pagePolicy.ts'

/**
 * A Vite plugin: writes the content security policy into every page of the build, as a meta element, and sends it with
 * every response of the preview server, with `nosniff`, as docs/http.md asks of hosts. The dev server has no policy,
 * because Vite's client adds inline scripts.
 * docs/decisions/22-content-security-policy.md gives the reason for each source.
 * @param {{ uploadHost: (env: Record<string, unknown>) => string | undefined }} options Where uploads go, if not to the
 *   data in this browser.
 * @returns {import('vite').Plugin}
 */
export function contentSecurityPolicy({ uploadHost }) {
  let config
  return {
    name: 'weft:content-security-policy',
    configResolved(resolved) {
      config = resolved
    },
    generateBundle: {
      // After the plugins that write pages.
      order: 'post',
      handler(_options, bundle) {
        const pages = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.html'))
        const hashes = pages.flatMap(({ source }) => inlineScripts(String(source)).map(hashOf))
        const policy = policyOf({ scriptHashes: new Set(hashes), host: uploadHost(config.env) })
        for (const page of pages) page.source = withPolicy(String(page.source), policy)
      },
    },
    configurePreviewServer(server) {
      const page = readFileSync(resolve(config.root, config.build.outDir, 'index.html'), 'utf8')
      const header = policyHeader(page)
      server.middlewares.use((_request, response, next) => {
        response.setHeader('content-security-policy', header)
        response.setHeader('x-content-type-options', 'nosniff')
        next()
      })
    },
  }
}

/** The names of the Trusted Types policies that code may create, each once. */
const trustedTypesPolicies = [
  // src/pwa/serviceWorker.ts
  'default',
  // src/devtools/graphiql/setup.ts
  'graphiql-markdown',
  // Monaco, for lines of code that it has escaped. `dompurify` sanitises the Markdown of its hovers.
  'diffEditorWidget',
  'diffReview',
  'domLineBreaksComputer',
  'dompurify',
  'editorGhostText',
  'editorViewLayer',
  'standaloneColorizer',
  'stickyScrollViewLayer',
  'tokenizeToString',
]

function policyOf({ scriptHashes, host }) {
  const uploads = host === undefined ? [] : [new URL(host).origin]
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'blob:', 'data:', 'https:', ...uploads],
    'media-src': ["'self'", 'blob:', 'data:', 'https:', ...uploads],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...uploads],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': trustedTypesPolicies,
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/** Returns the text of each inline script of a page that the browser would execute. */
function inlineScripts(page) {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([^]*?)<\/script>/g)]
    .filter(([, attributes]) => !/\stype="application\/(?:ld\+)?json"/.test(attributes))
    .map(([, , text]) => text)
}

function hashOf(script) {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

const charset = '<meta charset="utf-8" />'

function withPolicy(page, policy) {
  if (!page.includes(charset)) throw new Error(`A page of the build lacks ${charset}.`)
  // First, because a policy does not apply to the elements before it.
  return page.replace(
    charset,
    () => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  )
}
