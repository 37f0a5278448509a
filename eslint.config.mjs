import graphql from '@graphql-eslint/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Files that TypeScript checks. Browsers get the demo as JavaScript with its types in comments. */
const typescript = ['**/*.ts', '**/*.tsx', 'demo/*.js'];
const { 'flat/schema-recommended': recommended } = graphql.configs;
// Values of enums are the words that REST and the command line have.
const [, { EnumValueDefinition: _values, ...conventions }] =
  recommended.rules['@graphql-eslint/naming-convention'];

/** Type-aware rules for all TypeScript of the repository, and the usual ones for the schema; formatting is prettier's. */
export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '**/*.js', '!demo/*.js', '**/*.mjs', 'coverage/'] },
  { files: typescript, extends: [tseslint.configs.strictTypeChecked] },
  {
    files: typescript,
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // `interface Campaign extends ItemOf<…> {}` gives a type that was made of a table its name.
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Mongoose declares the options of a schema's paths as a class, and takes plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // `== null` is "absent or null", as GraphQL's optional inputs are.
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: ['**/test/**', '**/bench/**'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
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
);
