import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver } from '../accounts/account.resolver';
import { EventResolver } from '../events/event.resolver';
import { ServingResolver } from '../serving/serving.resolver';
import { TaxonomyResolver } from '../taxonomy/taxonomy.resolver';
import { assertValid, findInputCheck } from '../validation';
import { checkAuthorization } from './auth-checker';

/** The whole schema; built once per process. */
export function createSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: [AccountResolver, EventResolver, ServingResolver, TaxonomyResolver],
    authChecker: checkAuthorization,
    validate: false,
    validateFn: (value: object | undefined, type: unknown) => {
      const check = typeof type === 'function' ? findInputCheck(type.name) : null;
      if (check && value !== undefined) assertValid(check, value);
    },
  });
}
