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
            include: ['tests/{store,api,rest,schema,lab,structure,unit}/**/*.test.ts'],
            exclude: [refactoring],
            setupFiles: ['tests/setup.ts'],
            // Spares an import of the whole backend per file: these tests share no state that a module keeps.
            isolate: false,
            // For a machine that is busy with other work.
            testTimeout: 30_000,
            benchmark: { include: ['tests/bench/**/*.bench.ts'] },
          },
        },
        // Runs code generation and the compiler, so `npm test` runs it beside the other checks of that kind.
        { test: { name: 'refactoring', include: [refactoring] } },
        {
          extends: true,
          resolve: { alias: [oneGraphql] },
          test: {
            name: 'dom',
            isolate: false,
            environment: 'jsdom',
            include: ['tests/flows/**/*.test.tsx'],
            setupFiles: ['tests/setup.ts', 'tests/flows/setup.ts'],
          },
        },
      ],
    },
  }),
)
