import type { GraphQLField, GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import type { RequestContext } from '../context';
import { type AccessRule, assertAllowed } from './auth-checker';

const extension = 'accessRules';

/** Writes beside each query and mutation of the schema what its `@Authorized` asks for, where others can read it. */
export function noteAccessRules(schema: GraphQLSchema): void {
  const { queries, mutations } = getMetadataStorage();
  for (const [type, handlers] of [
    [schema.getQueryType(), queries],
    [schema.getMutationType(), mutations],
  ] as const) {
    const fields = type?.getFields() ?? {};
    for (const { schemaName, roles } of handlers) {
      const field = fields[schemaName];
      if (field && roles) field.extensions = { ...field.extensions, [extension]: roles };
    }
  }
}

/** What a query or mutation asks of its caller; null when it is everybody's. */
export function accessRulesOf(
  field: Pick<GraphQLField<unknown, unknown>, 'extensions'>,
): readonly AccessRule[] | null {
  // Nobody but `noteAccessRules` writes this member.
  return (field.extensions[extension] as readonly AccessRule[] | undefined) ?? null;
}

/**
 * Lets a caller through who may run all of these queries and mutations.
 *
 * @throws {AppError} `UNAUTHENTICATED` without a viewer, `FORBIDDEN` when a rule is not met.
 */
export function assertMayRun(
  context: RequestContext,
  rulesOfFields: readonly (readonly AccessRule[] | null)[],
): void {
  for (const rules of rulesOfFields) if (rules) assertAllowed(context, rules);
}
