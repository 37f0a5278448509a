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
import { type Former, toChangedMembers } from '../../identity/audit/changed-members';
import { isRecord } from '../../record';
import { accessRulesOf } from './access-rules';
import { findAuditedObject, type NamedObject, nameOf } from './audited-objects';
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
  field.resolve = async (root, args: Arguments, ctx, info) => {
    // A refused caller has changed nothing, and shall not fill the log.
    if (rules) assertAllowed(ctx, rules);
    const run = (): unknown => resolve(root, args, ctx, info);
    if (!rules) {
      const change = { ...actorOf(ctx), ...describe(args) };
      return auditedForStranger(ctx, change, { run, email: args['email'] });
    }
    const object = objectOf(field, args);
    const party = rules.includes('operator') ? 'operator' : 'owner';
    const former = object && (await findAuditedObject(ctx, object, party));
    const change = { ...actorOf(ctx), ...describe(args, former) };
    return audited(ctx, change, run, (result) => madeObject(field, result));
  };
}

/** The arguments of a mutation as an entry tells them. */
function describerOf(field: MutationField) {
  const { name, args } = field;
  const closed = closedMembersOf(args);
  const isClosed = (member: string) => closed.has(member);
  const named = namedBy(field);

  return (values: Arguments, former: Former = null) => {
    const { [named?.argument ?? '']: _id, ...others } = values;
    return {
      operation: name,
      ...(objectOf(field, values) ?? { objectKind: null, objectId: null }),
      objectName: nameOf(former),
      members: toChangedMembers(others, { isClosed, former }),
    };
  };
}

/** Members whose texts are ids, or of a closed set. */
function closedMembersOf(args: MutationField['args']): ReadonlySet<string> {
  const inputs = args.map((arg) => getNamedType(arg.type));
  const members = [
    ...args,
    ...inputs.flatMap((input) =>
      isInputObjectType(input) ? Object.values(input.getFields()) : [],
    ),
  ];
  const closed = members.filter(({ type }) => {
    const leaf = getNamedType(type);
    return leaf === GraphQLID || isEnumType(leaf);
  });
  return new Set(closed.map(({ name }) => name));
}

/**
 * The argument that names the object of a mutation, and the object's kind: `id` names what the mutation is about, `siteId` of
 * another one a site. A mutation that makes an object names where it is made, if anything.
 */
function namedBy({ name, args, type }: MutationField): { argument: string; kind: string } | null {
  const ids = args.filter((arg) => getNamedType(arg.type) === GraphQLID).map((arg) => arg.name);
  const itself = ids.find((id) => !id.endsWith('Id'));
  if (itself !== undefined)
    return { argument: itself, kind: kindOf(type) ?? name.replace(/^[a-z]+/, '') };
  const [other] = ids;
  if (other === undefined || /^(?:create|claim)/.test(name)) return null;
  const kind = other.slice(0, -'Id'.length);
  return { argument: other, kind: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}` };
}

/** The object that the arguments of a mutation name; null where they name none. */
function objectOf(field: MutationField, values: Arguments): NamedObject | null {
  const named = namedBy(field);
  const id = named && values[named.argument];
  return named && typeof id === 'string'
    ? { objectKind: named.kind, objectId: normaliseId(id) }
    : null;
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
  return made
    ? { objectKind: kind, objectId: normaliseId(String(made.id)), objectName: nameOf(made) }
    : null;
}
