import { createHash } from 'node:crypto';
import type { Known } from './imported-item.store';

/** Something of a list that is new, other or back. */
export interface ItemChange<Listed, KnownItem> {
  readonly listed: Listed;
  /** null: it is new. */
  readonly known: KnownItem | null;
}

/** The change from what is here to what a peer lists. */
interface Comparison<Listed, KnownItem> {
  readonly changed: readonly ItemChange<Listed, KnownItem>[];
  /** Ids of what the peer lists no more. */
  readonly gone: readonly string[];
}

/** Finds what of a list is to be written. */
export function compareItems<
  Listed extends { readonly identity: string; readonly digest: string },
  KnownItem extends Known,
>(listed: readonly Listed[], known: readonly KnownItem[]): Comparison<Listed, KnownItem> {
  const knownBy = new Map(known.map((item) => [item.identity, item]));
  const identities = new Set(listed.map(({ identity }) => identity));
  const changed = listed
    .map((one) => ({ listed: one, known: knownBy.get(one.identity) ?? null }))
    .filter((one) => one.known?.digest !== one.listed.digest || one.known.deletedAt !== null);
  const gone = known.filter(
    ({ identity, deletedAt }) => deletedAt === null && !identities.has(identity),
  );
  return { changed, gone: gone.map(({ _id }) => _id) };
}

/** Of all that a peer says of something: 32 hex digits. */
export function digestOfListed(listed: object): string {
  const text = JSON.stringify(listed, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
