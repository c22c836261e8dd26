import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

/** Two copies of graphql would refuse each other's schema ("from another module or realm"). */
const oneGraphql = { find: /^graphql$/, replacement: 'graphql/index.js' }
/** These import graphql themselves: inlined, they follow the alias, too. */
const inline = [/graphql-http/, /graphql-sse/, /graphql-armor/]

const refactoring = 'tests/structure/refactoring.test.ts'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      // By default vitest leaves one core idle.
      maxWorkers: '100%',
      // Files of one worker share their imports. What modules keep, tests/flows/setup.ts resets, but for object URLs.
      isolate: false,
      // In a log only failures matter.
      reporters: process.stdout.isTTY ? 'default' : 'minimal',
      coverage: {
        include: ['{resolvers,shared,src}/**/*.{ts,tsx}'],
        exclude: ['{resolvers,src}/generated/**', '**/*.generated.ts', '**/*.d.ts'],
        thresholds: { '{resolvers,shared}/**': { branches: 95 }, 'src/**': { branches: 58, lines: 65 } },
      },
      projects: [
        {
          extends: true,
          resolve: { alias: [oneGraphql] },
          test: {
            name: 'node',
            environment: 'node',
            server: { deps: { inline } },
            include: ['tests/{store,api,rest,schema,relay,lab,structure,unit}/**/*.test.{ts,tsx}'],
            exclude: [refactoring],
            setupFiles: ['tests/setup.ts'],
            globalSetup: ['tests/store/dropSchemas.ts'],
            // For a machine that is busy with other work.
            testTimeout: 30_000,
            hookTimeout: 60_000,
          },
        },
        // Runs code generation and the compiler, so `npm test` runs it beside the other checks of that kind.
        { test: { name: 'refactoring', include: [refactoring] } },
        {
          extends: true,
          resolve: { alias: [oneGraphql] },
          test: {
            name: 'dom',
            environment: 'jsdom',
            // After the node tests, because a worker is shared only by consecutive files of one project.
            sequence: { groupOrder: 1 },
            include: ['tests/flows/**/*.test.tsx'],
            setupFiles: ['tests/setup.ts', 'tests/flows/setup.ts'],
          },
        },
      ],
    },
  }),
)
