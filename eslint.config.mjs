import graphql from '@graphql-eslint/eslint-plugin';

const { 'flat/schema-recommended': recommended } = graphql.configs;
// Values of enums are the words that REST and the command line have.
const [, { EnumValueDefinition: _values, ...conventions }] =
  recommended.rules['@graphql-eslint/naming-convention'];

/** The rules of the printed schema. TypeScript has those of `.oxlintrc.json`. */
export default [
  {
    files: ['schema.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: './schema.graphql' } },
    },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...recommended.rules,
      '@graphql-eslint/naming-convention': ['error', conventions],
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
          ignoredSelectors: ['[name.value=/^(Query|Mutation|Subscription)$/]'],
        },
      ],
      // Figures, pages and answers have no identity.
      '@graphql-eslint/strict-id-in-types': 'off',
    },
  },
];
