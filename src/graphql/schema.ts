import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver } from '../accounts/account.resolver';
import { EventResolver } from '../events/event.resolver';
import { ServingResolver } from '../serving/serving.resolver';
import { TaxonomyResolver } from '../taxonomy/taxonomy.resolver';
import { assertValid, findInputSchema } from '../validation';
import { checkAuthorization } from './auth-checker';

/** The whole schema; built once per process. */
export function createSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: [AccountResolver, EventResolver, ServingResolver, TaxonomyResolver],
    authChecker: checkAuthorization,
    validate: (value: object | undefined, type: unknown) => {
      const schema = typeof type === 'function' ? inputSchemaOf(type) : null;
      if (schema && value !== undefined) assertValid(schema, value);
    },
  });
}

/** Input classes are called by their GraphQL name. */
function inputSchemaOf(type: { readonly name: string }) {
  return findInputSchema(type.name);
}
