import {
  type DocumentNode,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql';

/** An operation, and the schema that it is for. */
export interface Operation {
  readonly document: DocumentNode;
  readonly schema: GraphQLSchema;
}

/** Schemas whose queries are the mutations of another one. */
const known = new WeakMap<GraphQLSchema, GraphQLSchema>();

/**
 * Makes a query of a mutation that has one field. Mutations have their fields one after the other, and queries at once: of one
 * field that is the same.
 *
 * For each run of a mutation, graphql-jit assigns two functions to members of an object. V8 makes a function that stands on
 * the right of such an assignment in the old generation at once. There the function keeps all of its request alive until
 * a full collection, so that each collection of the young generation copies what it should have freed.
 *
 * Measured by `bench/peer-import.ts`, finds at rest: without it their 99th percentile is 10 ms, and 6 ms with it. It makes no
 * difference for a gateway that has answered thousands of finds a second for half a minute: V8's optimised code has no such
 * functions. Delete it when graphql-jit assigns none.
 */
export function mutationAsQuery({ document, schema }: Operation): Operation {
  const asQuery = visit(document, {
    OperationDefinition: (node) =>
      isMutationOfOneField(node) ? { ...node, operation: OperationTypeNode.QUERY } : undefined,
  });
  return asQuery === document
    ? { document, schema }
    : { document: asQuery, schema: queriesOf(schema) };
}

function isMutationOfOneField({ operation, selectionSet }: OperationDefinitionNode): boolean {
  const [first, ...others] = selectionSet.selections;
  return (
    operation === OperationTypeNode.MUTATION && first?.kind === Kind.FIELD && others.length === 0
  );
}

function queriesOf(schema: GraphQLSchema): GraphQLSchema {
  let queries = known.get(schema);
  if (!queries) {
    queries = new GraphQLSchema({
      ...schema.toConfig(),
      query: schema.getMutationType(),
      mutation: null,
    });
    known.set(schema, queries);
  }
  return queries;
}
