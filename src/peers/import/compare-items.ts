import { createHash } from 'node:crypto';
import type { Pace } from '../../platform/process/pace';
import { inPartsAtPace, type Known } from './imported-item.store';

/** Something of a list that is new, other or back. */
export interface ItemChange<Listed, KnownItem> {
  readonly listed: Listed;
  /** null: it is new. */
  readonly known: KnownItem | null;
}

/** Reads what is here of a peer. */
export interface KnownItems<KnownItem extends Known> {
  listPresent(peer: string, pace: Pace): Promise<readonly KnownItem[]>;
  listByIdentities(peer: string, identities: readonly string[]): Promise<readonly KnownItem[]>;
}

/** The change from what is here to what a peer lists. */
interface Comparison<Listed, KnownItem> {
  readonly changed: readonly ItemChange<Listed, KnownItem>[];
  /** Ids of what the peer lists no more. */
  readonly gone: readonly string[];
}

interface Comparing<KnownItem extends Known> {
  readonly store: KnownItems<KnownItem>;
  readonly peer: string;
  readonly pace: Pace;
}

/** Finds what of a list is to be written, in small steps: finds go on beside it. */
export async function compareItems<
  Listed extends { readonly identity: string; readonly digest: string },
  KnownItem extends Known,
>(listed: readonly Listed[], of: Comparing<KnownItem>): Promise<Comparison<Listed, KnownItem>> {
  const knownBy = await readKnown(listed, of);
  const identities = new Set<string>();
  const changed: ItemChange<Listed, KnownItem>[] = [];
  for (const one of listed) {
    identities.add(one.identity);
    const known = knownBy.get(one.identity) ?? null;
    if (known?.digest !== one.digest || known.deletedAt !== null)
      changed.push({ listed: one, known });
    await of.pace.rest();
  }
  const gone: string[] = [];
  for (const { _id, identity, deletedAt } of knownBy.values()) {
    if (deletedAt === null && !identities.has(identity)) gone.push(_id);
    await of.pace.rest();
  }
  return { changed, gone };
}

/** All that the peer lists or lists again, by identity. */
async function readKnown<KnownItem extends Known>(
  listed: readonly { readonly identity: string }[],
  { store, peer, pace }: Comparing<KnownItem>,
): Promise<ReadonlyMap<string, KnownItem>> {
  const knownBy = new Map<string, KnownItem>();
  for (const item of await store.listPresent(peer, pace)) {
    knownBy.set(item.identity, item);
    await pace.rest();
  }
  const others: string[] = [];
  for (const { identity } of listed) {
    if (!knownBy.has(identity)) others.push(identity);
    await pace.rest();
  }
  await inPartsAtPace(pace, others, async (some) => {
    for (const item of await store.listByIdentities(peer, some)) knownBy.set(item.identity, item);
  });
  return knownBy;
}

/** Of all that a peer says of something: 32 hex digits. */
export function digestOfListed(listed: object): string {
  const text = JSON.stringify(listed, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
