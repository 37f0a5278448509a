import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import type { RequestContext } from '../context';

type Handler = ReturnType<typeof getMetadataStorage>['queries'][number];

/** A query, mutation or subscription of the schema, and what type-graphql knows of the method that answers it. */
export interface HandledField {
  readonly field: GraphQLField<unknown, RequestContext>;
  readonly handler: Handler;
}

/** All that the schema has at its roots; the fields are the schema's own, and may be written to. */
export function handledFieldsOf(schema: GraphQLSchema): readonly HandledField[] {
  const { queries, mutations, subscriptions } = getMetadataStorage();
  const roots: readonly (readonly [GraphQLObjectType | null | undefined, readonly Handler[]])[] = [
    [schema.getQueryType(), queries],
    [schema.getMutationType(), mutations],
    [schema.getSubscriptionType(), subscriptions],
  ];
  return roots.flatMap(([type, handlers]) =>
    handlers.flatMap((handler) => {
      const field = type?.getFields()[handler.schemaName];
      return field ? [{ field, handler }] : [];
    }),
  );
}
