import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './schema-types';

/**
 * Writes an operation: its variables and its result have the types of the schema.
 *
 * `schema-types.d.ts` is made of `schema.graphql` by `npm run schema`.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: {
    /** Exact decimal text. */
    Amount: string;
    /** ISO 8601. */
    DateTime: string;
    Count: number;
    PositiveInt: number;
    JSON: unknown;
    Upload: File | null;
  };
}>();

export type { ResultOf, VariablesOf } from 'gql.tada';
