import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { findProxy } from './tools/databaseProxies.mjs'
import { findPostgres } from './tools/postgres.mjs'
import { printSlowTests } from './tools/slowTests.mjs'
import viteConfig from './vite.config.ts'

/** Two copies of graphql would refuse each other's schema ("from another module or realm"). */
const oneGraphql = { find: /^graphql$/, replacement: 'graphql/index.js' }
/** These import graphql themselves: inlined, they follow the alias, too. */
const inline = [/graphql-http/, /graphql-armor/]

const slowTests: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        title: `${module.relativeModuleId} > ${test.fullName}`,
        milliseconds: test.diagnostic()?.duration ?? 0,
      })),
    )
    printSlowTests(tests)
  },
}

/** `npm run coverage` is a part of `npm run test:all`. It runs the tests above the store over Postgres, too. */
const isComplete = process.argv.includes('--coverage') || process.env['TEST_DATABASE_URL'] !== undefined

/**
 * The suites that `npm run test:server` runs on the built server, too. Their tests that need the clock, the store or the
 * events of the backend stay in this process, as do all others of these folders.
 */
const suitesOfServer = [
  'tests/api/{bookmarks,follows,posts,privacy,profile,reactions,texts}.test.ts',
  'tests/rest/{table,requests,bodies,crossOrigin,graphql,graphqlRequests,subscriptions}.test.ts',
  'tests/rest/{media,protectiveHeaders,wrongVariables}.test.ts',
  'tests/schema/{connections,errors,lists,node,viewer}.test.ts',
  'tests/relay/lists.test.tsx',
]

/** The suites of the store that it runs through PgBouncer. */
const suitesOfStore =
  'tests/store/{administration,contract,feed,files,idempotencyKeys,paging,removals,search,transactions}.test.ts'

/** Modules that only a built server runs, in a process of its own: `tests/server` tests them, which measures no coverage. */
const onlyOnServers = 'resolvers/store/postgres/connection/{pools,settings}.ts'

/** For tests that also wait for timers or processes: one worker per core would leave cores idle. */
const manyWorkers = Math.ceil(availableParallelism() * 1.5)

const refactoring = 'tests/structure/refactoring.test.ts'

/**
 * The flows that `npm test` runs: what a user does on each page while everything works, and the failures that every user
 * meets. The others are about failures during failures, rare states and edge cases.
 */
const quickFlows = [
  'tests/flows/{auth,drafts,edits,lists,live,mentions,optimisticUpdates,outbox,pages,people,profiles,search}.test.tsx',
  'tests/flows/{notifications,push,searchPage}.test.tsx',
  'tests/flows/{settings,share,shortcuts,start,threads,toasts,undo}.test.tsx',
  'tests/flows/attachments/uploadMedia.test.tsx',
]

/**
 * The Node tests that `npm test` leaves out: those over Postgres alone, random calls by the thousand, and large data.
 * Those over several stores leave out Postgres (tests/store/adapters.ts).
 */
const slow = [
  'tests/api/{model,roundTrips}.test.ts',
  'tests/lab/{generator,snapshot}.test.ts',
  'tests/rest/{largeVariables,slowClients,wrongVariables}.test.ts',
  'tests/schema/longColumns.test.ts',
  'tests/store/{differential,distributedSql,feed,postgres,postgresMigrations}.test.ts',
  'tests/store/{postgresPlans,s3,sortedIndex}.test.ts',
  'tests/unit/{pictureMetadata,postgresServer,secrets}.test.ts',
]

/** `npm run unit`, the part of `npm test` in Node and jsdom, sets the mode `quick`. */
export default defineConfig(({ mode }) => mergeConfig(viteConfig, configOf({ isQuick: mode === 'quick' })))

function configOf({ isQuick }: { isQuick: boolean }) {
  return defineConfig({
    test: {
      // Read by tests/store/adapters.ts.
      env: { TEST_EVERY_ADAPTER: String(isComplete) },
      // Long, for a busy machine. A hook that times out continues beside the next test, which may fail because of it.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 30_000 } },
      // A cause that breaks many tests is clear from ten of them.
      bail: 10,
      // By default vitest leaves one core idle.
      maxWorkers: '100%',
      // Files of one worker share their imports. What modules keep, tests/flows/setup.ts resets, but for object URLs.
      isolate: false,
      // In a log only failures matter, and what takes long.
      reporters: [process.stdout.isTTY ? 'default' : 'minimal', slowTests],
      coverage: {
        include: ['{resolvers,shared,src}/**/*.{ts,tsx}'],
        exclude: ['{resolvers,src}/generated/**', '**/*.generated.ts', '**/*.d.ts', onlyOnServers],
        thresholds: { '{resolvers,shared}/**': { branches: 94 }, 'src/**': { branches: 58, lines: 65 } },
      },
      projects: [
        {
          extends: true,
          resolve: { alias: [oneGraphql] },
          test: {
            name: 'node',
            environment: 'node',
            // Read by tests/store/postgresStore.ts.
            env: { TEST_QUICK: String(isQuick) },
            server: { deps: { inline } },
            include: ['tests/{store,api,rest,schema,relay,lab,structure,unit}/**/*.test.{ts,tsx}'],
            exclude: [refactoring, ...(isQuick ? slow : [])],
            setupFiles: ['tests/setup.ts'],
            globalSetup: ['tests/store/dropSchemas.ts'],
          },
        },
        // The built server as a process: `npm run build` and `npm run build:server` first.
        {
          extends: true,
          resolve: { alias: [oneGraphql] },
          test: {
            name: 'server',
            environment: 'node',
            maxWorkers: manyWorkers,
            sequence: { groupOrder: 2 },
            env: { TEST_HOST: 'server' },
            server: { deps: { inline } },
            include: [
              'tests/server/**/*.test.ts',
              ...(findPostgres() ? suitesOfServer : []),
              ...(findPostgres() && findProxy('pgbouncer') ? [suitesOfStore] : []),
            ],
            setupFiles: ['tests/setup.ts', 'tests/server/setup.ts'],
            globalSetup: [
              'tests/server/emptyDataFolder.ts',
              'tests/server/postgresCluster.ts',
              'tests/store/dropSchemas.ts',
            ],
          },
        },
        // The part of the project above that `npm test` runs, without the databases that the others need.
        { extends: true, test: { name: 'smoke', environment: 'node', include: ['tests/server/smoke.test.ts'] } },
        // Runs code generation and the compiler, so `npm run test:all` runs it beside the other checks of that kind.
        { test: { name: 'refactoring', include: [refactoring] } },
        {
          extends: true,
          resolve: { alias: [oneGraphql] },
          test: {
            name: 'dom',
            environment: 'jsdom',
            maxWorkers: manyWorkers,
            // After the node tests, because a worker is shared only by consecutive files of one project.
            sequence: { groupOrder: 1 },
            include: isQuick ? quickFlows : ['tests/flows/**/*.test.tsx'],
            setupFiles: ['tests/setup.ts', 'tests/flows/setup.ts'],
          },
        },
      ],
    },
  })
}
