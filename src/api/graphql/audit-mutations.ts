import {
  defaultFieldResolver,
  getNamedType,
  type GraphQLField,
  GraphQLID,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import type { RequestContext } from '../context';
import { normaliseId } from '../../id';
import { assertAllowed } from '../../identity/access/access-rule';
import { actorOf } from '../../identity/audit/actor';
import type { AuditedObject } from '../../identity/audit/audit-entry';
import { audited, auditedForStranger } from '../../identity/audit/audited.service';
import { toChangedMembers } from '../../identity/audit/changed-members';
import { isRecord } from '../../validation';
import { accessRulesOf } from './access-rules';
import { handledFieldsOf } from './handled-fields';

type Arguments = Readonly<Record<string, unknown>>;
type MutationField = GraphQLField<unknown, RequestContext>;

/**
 * Mutations that leave no entry: what visitors do on the ad path, steps of OAuth that repeat what somebody
 * has allowed, and requests for a mail, which anybody may make for anybody.
 */
export const unauditedMutations: ReadonlySet<string> = new Set([
  'introspectToken',
  'issueToken',
  'recordClick',
  'recordClickConversion',
  'recordConversion',
  'recordImpression',
  'registerAccount',
  'registerVisitor',
  'reportCreative',
  'requestBids',
  'requestPasswordReset',
]);

/** Has every other mutation of the schema leave an entry in the audit log, whoever executes it: GraphQL or a REST record. */
export function auditMutations(schema: GraphQLSchema): void {
  const mutations = schema.getMutationType()?.getFields() ?? {};
  for (const { field } of handledFieldsOf(schema))
    if (mutations[field.name] === field && !unauditedMutations.has(field.name))
      auditMutation(field);
}

function auditMutation(field: MutationField): void {
  const { resolve = defaultFieldResolver } = field;
  const rules = accessRulesOf(field);
  const describe = describerOf(field);
  field.resolve = (root, args: Arguments, ctx, info) => {
    // A refused caller has changed nothing, and shall not fill the log.
    if (rules) assertAllowed(ctx, rules);
    const run = (): unknown => resolve(root, args, ctx, info);
    const change = { ...actorOf(ctx), ...describe(args) };
    if (rules) return audited(ctx, change, run, (result) => madeObject(field, result));
    return auditedForStranger(ctx, change, { run, email: args['email'] });
  };
}

/** The arguments of a mutation as an entry tells them. */
function describerOf({ name, args, type }: MutationField) {
  const inputs = args.map((arg) => getNamedType(arg.type));
  const closed = new Set<string>();
  const noteClosed = (member: {
    readonly name: string;
    readonly type: MutationField['args'][number]['type'];
  }) => {
    const leaf = getNamedType(member.type);
    if (leaf === GraphQLID || isEnumType(leaf)) closed.add(member.name);
  };
  args.forEach(noteClosed);
  for (const input of inputs)
    if (isInputObjectType(input)) Object.values(input.getFields()).forEach(noteClosed);
  const idArgument = args.find((arg) => getNamedType(arg.type) === GraphQLID)?.name;
  const kind = kindOf(type) ?? name.replace(/^[a-z]+/, '');

  return (values: Arguments) => {
    const { [idArgument ?? '']: id, ...others } = values;
    const isNamed = typeof id === 'string';
    return {
      operation: name,
      objectKind: isNamed ? kind : null,
      objectId: isNamed ? normaliseId(id) : null,
      members: toChangedMembers(others, (member) => closed.has(member)),
    };
  };
}

/** The type of the thing that a mutation answers; null where it answers none. */
function kindOf(type: MutationField['type']): string | null {
  const made = getNamedType(type);
  if (!isObjectType(made)) return null;
  return made.name.replace(/^Created/, '');
}

/** The thing that was made: the answer itself, or the thing within the answer that shows a secret once. */
function madeObject({ type }: MutationField, result: unknown): AuditedObject | null {
  const kind = kindOf(type);
  if (kind === null || !isRecord(result)) return null;
  const made = [result, ...Object.values(result).filter(isRecord)].find(
    ({ id }) => typeof id === 'string',
  );
  return made ? { objectKind: kind, objectId: normaliseId(String(made.id)) } : null;
}
