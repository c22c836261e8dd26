// `npm run bench`: times the backend by layer and by store. With --dry it prints the figures and writes nothing.
import { load } from '../load.mjs'
import { bars, lines } from './plots.mjs'
import { count, duration, plotLink, significant, table, verdict, writeSection } from './report.mjs'

const { layersSize, measureDocuments, measureLayers, measureStore, sizes, storeNames } = await load('bench/backend')

console.log('layers')
const layers = await measureLayers()
console.log('documents')
const documents = await measureDocuments()
const stores = {}
for (const store of storeNames) stores[store] = await measureStore(store, console.log)

const layerCases = Object.entries(layers)
const ratioOf = ({ services, graphql }) => graphql.median / services.median
/** Hashing the password is the same work in both. */
const reads = layerCases.filter(([name]) => name !== 'Log-in')
const largest = Math.max(...reads.map(([, timings]) => ratioOf(timings)))

const growthOf = (timings) => timings[sizes.at(-1)].median / timings[sizes[0]].median
const feedGrowth = storeNames.map((store) => [store, growthOf(stores[store]['Feed page, latest'])])

const body = `
### By layer

The services called as plain functions with the same loaders, GraphQL over them, and GraphQL over HTTP with its text:
${count(layersSize)} posts in memory.

${table(
  ['', 'services', 'GraphQL', 'HTTP', 'GraphQL / services'],
  layerCases.map(([name, timings]) => [
    name,
    duration(timings.services.median),
    duration(timings.graphql.median),
    duration(timings.http.median),
    significant(ratioOf(timings)),
  ]),
)}

GraphQL takes at most twice as long as the services: ${verdict(largest <= 2, `${significant(largest)} times at most`, '2')}.

${plotLink('backend', 'layers', 'Time of each operation by layer')}

A document that is sent again over HTTP is not parsed and validated again: a feed page takes
${duration(documents.known.median)}, with a document that was never sent before ${duration(documents.unknown.median)}.

### By store

GraphQL over each store. A page costs the same however much there is: the last column compares
${count(sizes.at(-1))} posts with ${count(sizes[0])}. IndexedDB is fake-indexeddb, Postgres is PGlite, both in Node.

${table(
  ['', ...sizes.map((size) => `${count(size)} posts`), 'growth'],
  storeNames.flatMap((store) =>
    Object.entries(stores[store]).map(([name, timings]) =>
      [`${store}: ${name.toLowerCase()}`].concat(
        sizes.map((size) => duration(timings[size].median)),
        significant(growthOf(timings)),
      ),
    ),
  ),
)}

A page of the latest feed takes at most 1.2 times as long with ${count(sizes.at(-1))} posts:
${feedGrowth.map(([store, growth]) => `${store} ${verdict(growth <= 1.2, `${significant(growth)} times`, '1.2')}`).join('; ')}.

${plotLink('backend', 'stores', 'Time of a page of the latest feed by store and number of posts')}
`

writeSection('backend', {
  title: 'The backend',
  body,
  packages: ['graphql', 'dataloader', 'fake-indexeddb', '@electric-sql/pglite', 'kysely'],
  plots: {
    layers: bars({
      title: `The same work by layer, ${count(layersSize)} posts in memory`,
      unit: 'ms',
      labels: reads.map(([name]) => name),
      series: [
        ['services', 'services'],
        ['graphql', 'GraphQL'],
        ['http', 'HTTP'],
      ].map(([layer, name]) => ({ name, values: reads.map(([, timings]) => timings[layer].median) })),
    }),
    stores: lines({
      title: 'A page of the latest feed over each store',
      unit: 'ms',
      labels: sizes.map((size) => `${count(size)} posts`),
      series: storeNames.map((store) => ({
        name: store,
        values: sizes.map((size) => stores[store]['Feed page, latest'][size].median),
      })),
    }),
  },
})
process.exit()
