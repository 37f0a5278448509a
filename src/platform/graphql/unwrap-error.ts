import { GraphQLError } from 'graphql';

/** Takes a resolver's error out of GraphQL's wrapping. An error of the protocol itself comes back unchanged. */
export function unwrapError(error: unknown): unknown {
  let inner = error;
  while (inner instanceof GraphQLError && inner.originalError) inner = inner.originalError;
  return inner;
}
