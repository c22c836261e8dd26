import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

/** Two copies of graphql would refuse each other's schema ("from another module or realm"). */
const oneGraphql = { find: /^graphql$/, replacement: 'graphql/index.js' }
/** So that the line above holds for those, too, who build upon it. */
const inline = [/graphql-http/, /graphql-armor/]

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      coverage: {
        include: ['{resolvers,shared}/**/*.ts'],
        exclude: ['resolvers/generated/**', 'src/**'],
        thresholds: { branches: 95 },
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
            setupFiles: ['tests/setup.ts'],
            benchmark: { include: ['tests/bench/**/*.bench.ts'] },
          },
        },
        {
          extends: true,
          resolve: { alias: [oneGraphql] },
          test: {
            name: 'dom',
            environment: 'jsdom',
            include: ['tests/flows/**/*.test.tsx'],
            setupFiles: ['tests/setup.ts', 'tests/flows/setup.ts'],
          },
        },
      ],
    },
  }),
)
