import { parseAddressOrUnchecked, type AccountAddress } from './address';
import { LedgerDataError } from './errors';
import { parseHexOf } from './hex';
import { parseBlockId } from './identifiers';

interface MemberTypes {
  string: string;
  integer: number;
  boolean: boolean;
  object: Readonly<Record<string, unknown>>;
}

/** JSON type of a member. */
export type MemberType = keyof MemberTypes;

/** Surroundings of a member that reading it may need, beside its own value. */
export interface MemberScope {
  /** The signer's address and public key (32 bytes). */
  readonly signer: { readonly address: AccountAddress; readonly publicKey: Uint8Array };
  /** All members of the call; each is absent or has its type. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** One member of a method's parameters. */
export interface Member<T> {
  readonly type: MemberType;
  readonly isRequired: boolean;
  /**
   * @param value has the member's type, or is undefined where an optional member is absent
   * @throws {LedgerDataError}
   */
  readonly read: (value: unknown, scope: MemberScope) => T;
}

/** Members by their names. */
export type Members = Readonly<Record<string, Member<unknown>>>;

/** The values that reading all members of `M` gives. */
export type FieldsOf<M extends Members> = {
  readonly [K in keyof M]: M[K] extends Member<infer T> ? T : never;
};

/** A member that must be there. */
export function member<K extends MemberType, T>(
  type: K,
  read: (value: MemberTypes[K], scope: MemberScope) => T,
): Member<T> {
  // Callers of `read` have checked the type.
  return { type, isRequired: true, read: (value, scope) => read(value as MemberTypes[K], scope) };
}

/** The same member, with what counts where it is absent. */
export function optional<T, P>(
  { type, read }: Member<T>,
  preset: (scope: MemberScope) => P,
): Member<T | P> {
  return {
    type,
    isRequired: false,
    read: (value, scope) => (value === undefined ? preset(scope) : read(value, scope)),
  };
}

/** An account's address as text, with its checksum or `XXXX`. */
export const addressMember = member('string', (text) => parseAddressOrUnchecked(text));

/** The 8 hex digits of a block. */
export const blockMember = member('string', (text) => parseBlockId(text));

/** Hex of exactly `size` bytes. */
export function hexMember(size: number): Member<Uint8Array> {
  return member('string', (text) => parseHexOf(size, text));
}

/** An integer from 0 that fits `bits`. */
export function unsignedMember(bits: 16 | 32): Member<number> {
  return member('integer', (value) => {
    if (value >= 0 && value < 2 ** bits) return value;
    throw new LedgerDataError(`${value} is not an unsigned integer of ${bits} bits`);
  });
}
