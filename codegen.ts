import type { CodegenConfig } from '@graphql-codegen/cli'

/** Settings both sides share: string-literal enums, real names, nothing implicit. */
const shared = {
  useTypeImports: true,
  emitLegacyCommonJSImports: false,
  importExtension: '.ts',
  enumType: 'string-literal',
  defaultScalarType: 'unknown',
  scalars: { ID: 'string', DateTime: 'string' },
} as const

/** schema.graphql and the operations beside the components -> types on both sides. */
const config: CodegenConfig = {
  schema: './schema.graphql',
  // The starter tabs of GraphiQL are texts, not operations of the app.
  documents: ['src/**/*.graphql', '!src/devtools/graphiql/starter/**'],
  ignoreNoDocuments: true,
  generates: {
    './resolvers/generated/types.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        ...shared,
        contextType: '../context.ts#Context',
        // Without a mapper a resolver would have to answer whole GraphQL objects; with one, a new field
        // that no resolver answers and no row holds does not compile.
        mappers: {
          User: '../context.ts#UserSource',
          Post: '../store/rows.ts#PostRow',
          UserEdge: '../graphql/connections.ts#Edge<UserSource>',
          PostEdge: '../graphql/connections.ts#Edge<PostRow>',
          ThreadEdge: '../graphql/threads.ts#ThreadEntryEdge',
          Notification: '../store/rows.ts#NotificationRow',
          PostTombstone: '../graphql/threads.ts#Tombstone',
        },
        enumsAsTypes: true,
        avoidOptionals: { field: true, inputValue: false, resolvers: true, defaultValue: true },
        makeResolverTypeCallable: true,
        // A resolver throws instead of answering null for a field that is @semanticNonNull.
        customDirectives: { semanticNonNull: true },
      },
    },
    './resolvers/generated/schema.ts': { plugins: ['./tools/schemaCode.mjs'] },
    './src/generated/possibleTypes.ts': {
      plugins: ['fragment-matcher'],
      config: { ...shared, useExplicitTyping: true },
    },
    './src/generated/operations.ts': { plugins: ['./tools/operationNames.mjs'] },
    './src/generated/types.ts': {
      plugins: ['typescript'],
      config: { ...shared, enumsAsTypes: true, skipTypename: true },
    },
    './src/': {
      preset: 'near-operation-file',
      presetConfig: { extension: '.generated.ts', baseTypesPath: 'generated/types.ts' },
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        ...shared,
        nonOptionalTypename: true,
        skipTypeNameForRoot: true,
        inlineFragmentTypes: 'mask',
        customDirectives: { apolloUnmask: true },
        // Apollo throws every error (errorPolicy 'none'), so the app never reads the null of a @semanticNonNull field.
        nullability: { errorHandlingClient: true },
        documentMode: 'documentNodeImportFragments',
        optimizeDocumentNode: true,
      },
    },
  },
}

export default config
