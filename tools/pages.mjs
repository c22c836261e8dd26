import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

/**
 * A Vite plugin: writes the scripts of src/start into the pages, and prerenders the pages for visitors (src/prerender.tsx)
 * into a file each. Every page also contains the app's shell. In dev the pages are empty until the app renders.
 * @param {{ pages: Record<string, string[]>, inBrowserOnly: string[], onServer: string[] }} startModules the modules that
 *   pages load at the start, for START_FILES. On a server those in `onServer` replace those in `inBrowserOnly`.
 * @returns {import('vite').Plugin}
 */
export function prerenderedPages(startModules) {
  let config
  return {
    name: 'weft:pages',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        for (const [placeholder, module] of html.matchAll(/<!-- inline: (\S+) -->/g)) {
          const code = await scriptOf(module)
          html = html.replace(
            placeholder,
            () => `<script>${config.command === 'build' ? code : code.replace(filesMark, '{}')}</script>`,
          )
        }
        return html
      },
    },
    generateBundle: {
      // After Vite has written index.html.
      order: 'post',
      async handler(_options, bundle) {
        const template = String(bundle['index.html'].source)
        const known = new Set(template.match(/\/assets\/[\w.-]+/g))
        const newFilesOf = (modules) => filesOf(bundle, modules).filter((file) => !known.has(file))
        const { visitor, ...appPages } = startModules.pages
        const visitorFiles = newFilesOf(visitor)
        const styles = visitorFiles.filter(isStyle)
        // For each page by itself: on a server, a page may need a file that others need in the browser only.
        const listsOf = (modulesOn) => ({
          visitor: visitorFiles.filter((file) => !isStyle(file)),
          ...Object.fromEntries(
            Object.entries(appPages).map(([name, modules]) => [name, newFilesOf(modulesOn(modules))]),
          ),
        })
        const files = {
          inBrowser: listsOf((modules) => modules),
          onServer: listsOf((modules) => [
            ...startModules.onServer,
            ...modules.filter((module) => !startModules.inBrowserOnly.includes(module)),
          ]),
        }
        const { pages, shell } = await renderPages(config)
        for (const { path, file, title, content } of pages) {
          const source = template
            .replaceAll(filesMark, () => JSON.stringify(files))
            .replace('</head>', `${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('')}</head>`)
            .replace('<html lang="en"', `<html lang="en" data-page="${path}"`)
            .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
            .replace(
              '<div id="root"></div>',
              () => `<div id="root">${content}</div>\n    <template id="shell">${shell}</template>`,
            )
          if (file !== 'index.html') this.emitFile({ type: 'asset', fileName: file, source })
          else {
            bundle[file].source = source
            // Hosts without rewrites, such as GitHub Pages, return this page for unknown paths.
            this.emitFile({ type: 'asset', fileName: '404.html', source })
          }
        }
      },
    },
  }
}

function isStyle(file) {
  return file.endsWith('.css')
}

/** Stands for the value of START_FILES until the names of the files are known. */
const filesMark = 'START_FILES'

async function scriptOf(module) {
  const { output } = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: module, output: { format: 'iife' }, checks: { bundlerTimings: false } },
    },
  })
  return output[0].code.trim()
}

/** Runs src/prerender.tsx, built for Node, with the class names of the app's build. */
async function renderPages({ cacheDir, css }) {
  const outDir = join(cacheDir, 'prerender')
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    css: { modules: css.modules },
    build: {
      ssr: 'src/prerender.tsx',
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        // Pages that are not prerendered; they would only make the build slower.
        external: [/\/pages\/(graphiql|lab)\//],
        output: { entryFileNames: 'prerender.mjs' },
      },
    },
  })
  // A new address each time, because a module is executed once.
  const module = await import(`${pathToFileURL(join(outDir, 'prerender.mjs')).href}?${Date.now()}`)
  return module.prerender()
}

/** Returns the scripts and style sheets of these modules' chunks, with everything that these import statically. */
function filesOf(bundle, modules) {
  const files = new Set()
  const visit = (chunk) => {
    if (files.has(`/${chunk.fileName}`)) return
    files.add(`/${chunk.fileName}`)
    for (const file of chunk.viteMetadata.importedCss) files.add(`/${file}`)
    for (const file of chunk.imports) visit(bundle[file])
  }
  for (const module of modules) {
    const id = resolve(module).replaceAll('\\', '/')
    const chunk = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId === id)
    if (!chunk) throw new Error(`No chunk of the build is ${module}.`)
    visit(chunk)
  }
  return [...files]
}
