import type { GraphQLField, GraphQLSchema } from 'graphql';
import type { WithViewer } from '../../identity/access/viewer';
import { type AccessRule, assertAllowed } from '../../identity/access/access-rule';
import { handledFieldsOf } from './handled-fields';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** The rules that a query or mutation has for its caller; absent when it is everybody's. */
    accessRules?: readonly AccessRule[];
  }
}

/** Writes beside each query and mutation of the schema what its `@Authorized` asks for, where others can read it. */
export function noteAccessRules(schema: GraphQLSchema): void {
  for (const { field, handler } of handledFieldsOf(schema))
    if (handler.roles) field.extensions = { ...field.extensions, accessRules: handler.roles };
}

/** The rules that a query or mutation has for its caller; null when it is everybody's. */
export function accessRulesOf(
  field: Pick<GraphQLField<unknown, unknown>, 'extensions'>,
): readonly AccessRule[] | null {
  return field.extensions.accessRules ?? null;
}

/**
 * Lets a caller through who may run all of these queries and mutations.
 *
 * @throws {AppError} `UNAUTHENTICATED` without a viewer, `FORBIDDEN` when a rule is not met.
 */
export function assertMayRun(
  context: WithViewer,
  rulesOfFields: readonly (readonly AccessRule[] | null)[],
): void {
  for (const rules of rulesOfFields) if (rules) assertAllowed(context, rules);
}
