import { GraphQLError } from 'graphql';

/** What a resolver threw, from inside GraphQL's wrapping; an error of the protocol itself comes back as it is. */
export function unwrapError(error: unknown): unknown {
  let inner = error;
  while (inner instanceof GraphQLError && inner.originalError) inner = inner.originalError;
  return inner;
}
