// `npm run lint:schema`: graphql-eslint for schema.graphql and the app's operations. oxlint lints everything else.
import plugin, { configs, parser } from '@graphql-eslint/eslint-plugin'

const base = {
  plugins: { '@graphql-eslint': plugin },
  languageOptions: {
    parser,
    parserOptions: {
      graphQLConfig: {
        // The directives are Apollo Client's, for data masking and for the keys of lists in its cache.
        schema: [
          'schema.graphql',
          'directive @unmask on FRAGMENT_SPREAD',
          'directive @connection(key: String!) on FIELD',
        ],
        documents: ['src/**/*.graphql', '!src/devtools/graphiql/starter/**'],
      },
    },
  },
  linterOptions: { reportUnusedDisableDirectives: 'error' },
}

export default [
  {
    ...base,
    files: ['schema.graphql'],
    rules: {
      ...configs['flat/schema-recommended'].rules,
      ...configs['flat/schema-relay'].rules,
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          DirectiveDefinition: true,
          EnumValueDefinition: true,
          FieldDefinition: true,
          InputValueDefinition: true,
        },
      ],
      // A field has one line of description, a type has a block. The rule accepts only one of the two styles.
      '@graphql-eslint/description-style': 'off',
      // Lists can be read forwards only.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
      // Short lists are not paged, such as the mentions of a post.
      '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
      // These are parts of a record or response, not records: only `Node` types have ids.
      '@graphql-eslint/strict-id-in-types': [
        'error',
        {
          exceptions: {
            types: [
              'PageInfo',
              'Media',
              'Mention',
              'PostCreation',
              'ReplyCreation',
              'PostDeletion',
              'PostRestoration',
              'UserDeletion',
            ],
            suffixes: ['Change', 'Connection', 'Edge', 'Payload'],
          },
        },
      ],
    },
  },
  {
    ...base,
    files: ['src/**/*.graphql'],
    rules: {
      ...configs['flat/operations-recommended'].rules,
      // The replies of a post, their replies, and the users whom these mention.
      '@graphql-eslint/selection-set-depth': ['error', { maxDepth: 11 }],
      // A fragment is named after its component and the prop that it fills: `PostCard_post`.
      '@graphql-eslint/naming-convention': [
        'error',
        {
          VariableDefinition: 'camelCase',
          OperationDefinition: 'PascalCase',
          FragmentDefinition: { requiredPattern: /^[A-Z][A-Za-z]+(_[a-z]+)?$/ },
        },
      ],
    },
  },
  {
    // They show the language, and are no operations of the app: nothing caches their results.
    files: ['src/devtools/graphiql/starter/*.graphql'],
    rules: { '@graphql-eslint/require-selections': 'off', '@graphql-eslint/unique-operation-name': 'off' },
  },
]
