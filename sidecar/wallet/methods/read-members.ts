import { isSameAccount } from '../../ledger/address';
import { LedgerDataError } from '../../ledger/errors';
import {
  addressMember,
  hexMember,
  member,
  optional,
  unsignedMember,
  type FieldsOf,
  type Members,
  type MemberScope,
  type MemberType,
} from '../../ledger/members';
import { nodeParams } from '../../node/methods/node-choice';
import { readFields } from '../../node/methods/read-fields';
import { readParams, type OptionalOf } from '../../rpc/params';
import type { WalletAccount } from '../prepare-transaction';

const absent = () => undefined;

/** Members that every method takes beside `_host` and `_port`; those without effect on it are ignored. */
const commonMembers = {
  _address: optional(
    member('string', (text, scope) => {
      if (!isSameAccount(addressMember.read(text, scope), scope.signer.address)) {
        throw new LedgerDataError('this wallet signs for another account');
      }
    }),
    absent,
  ),
  '_dry-run': optional(
    member('boolean', (value) => value),
    () => false,
  ),
  msid: optional(unsignedMember(32), absent),
  hash: optional(hexMember(32), absent),
  time: optional(unsignedMember(32), absent),
} as const satisfies Members;

/** JSON types of the common members. */
export const commonParams = { ...nodeParams, ...typesOf(commonMembers) };

/** The members of one call, read. */
export interface CallMembers<M extends Members> {
  readonly fields: FieldsOf<M>;
  readonly common: FieldsOf<typeof commonMembers>;
  readonly node: OptionalOf<typeof nodeParams>;
}

/**
 * Reads a call's members: first the JSON type of each, then what it says.
 *
 * @throws {RpcError} INVALID_PARAMS with every bad member in `data`, by name
 */
export function readMembers<M extends Members>(
  params: unknown,
  { members, account }: { readonly members: M; readonly account: WalletAccount },
): CallMembers<M> {
  const entries = Object.entries(members);
  const isRequired = ([, { isRequired }]: (typeof entries)[number]) => isRequired;
  const given: Readonly<Record<string, unknown>> = readParams(params, {
    required: typesOf(Object.fromEntries(entries.filter(isRequired))),
    optional: {
      ...commonParams,
      ...typesOf(Object.fromEntries(entries.filter((entry) => !isRequired(entry)))),
    },
  });
  const scope = {
    signer: { address: account.address, publicKey: account.key.publicKey },
    given,
  };
  const [fields, common] = readAll([members, commonMembers], scope);
  return { fields, common, node: given };
}

/** Reads two sets of members, so that all bad ones of both are named at once. */
function readAll<A extends Members, B extends Members>(
  [one, other]: readonly [A, B],
  scope: MemberScope,
): readonly [FieldsOf<A>, FieldsOf<B>] {
  const all = Object.entries({ ...one, ...other });
  const readers = all.map(
    ([name, { read }]) => [name, () => read(scope.given[name], scope)] as const,
  );
  const read: ReadonlyMap<string, unknown> = new Map(
    Object.entries(readFields(Object.fromEntries(readers))),
  );
  const pick = (members: Members) =>
    Object.fromEntries(Object.keys(members).map((name) => [name, read.get(name)]));
  // Each member was read by its own reader.
  return [pick(one) as FieldsOf<A>, pick(other) as FieldsOf<B>];
}

function typesOf<M extends Members>(members: M): { readonly [K in keyof M]: MemberType } {
  const types = Object.entries(members).map(([name, { type }]) => [name, type]);
  // The names are those of the members.
  return Object.fromEntries(types) as { readonly [K in keyof M]: MemberType };
}
