import { createHash } from 'node:crypto';
import type { Pace } from '../../platform/process/pace';
import { dayMs } from '../../time';
import { type ImportedItem, type Known, partsToWrite } from './imported-item.store';

/** A campaign or creative as a peer lists it, in the form in which it is stored. */
export interface ListedItem {
  readonly identity: string;
  readonly digest: string;
  readonly members: object;
}

/** The campaigns or the creatives of peers that are stored. */
interface ItemStore<KnownItem extends Known, State extends object> {
  listOthers(peer: string, identities: ReadonlySet<string>, pace: Pace): Promise<readonly string[]>;
  listByIdentities(peer: string, identities: readonly string[]): Promise<readonly KnownItem[]>;
  countNew(peer: string, since: Date): Promise<number>;
  save(peer: string, listed: readonly ImportedItem<State>[]): Promise<void>;
  leave(peer: string, ids: readonly string[]): Promise<void>;
}

interface Options<Listed, KnownItem, State extends object> {
  readonly peer: string;
  readonly pace: Pace;
  /** New ones that the peer may have within 24 hours. */
  readonly mostNew: number;
  readonly now: () => Date;
  readonly newId: () => string;
  /** @param known null: it is new */
  readonly toChange: (
    listed: Listed,
    known: KnownItem | null,
  ) => Pick<ImportedItem<State>, 'members' | 'state'>;
}

/** Brings the campaigns or the creatives that are stored of a peer to those of its list, a part after the other. */
export class ItemsOfPeer<Listed extends ListedItem, KnownItem extends Known, State extends object> {
  /** Of all that were taken so far. */
  readonly #identities = new Set<string>();
  /** null: it is not known yet. */
  #room: number | null = null;
  #refused = 0;

  constructor(
    private readonly store: ItemStore<KnownItem, State>,
    private readonly options: Options<Listed, KnownItem, State>,
  ) {}

  /** Those that were not taken, since too many were new within a day. */
  get refused(): number {
    return this.#refused;
  }

  /** Stores what of a part of the list is new, other or back. */
  async take(listed: readonly Listed[]): Promise<void> {
    const { peer, newId, toChange } = this.options;
    this.#room ??= await this.#countRoom();
    const known = new Map((await this.stored(listed)).map((one) => [one.identity, one]));
    const changes: ImportedItem<State>[] = [];
    for (const one of listed) {
      const { identity, digest } = one;
      this.#identities.add(identity);
      const before = known.get(identity) ?? null;
      if (before?.digest === digest && before.deletedAt === null) continue;
      if (before === null) {
        if (this.#room === 0) {
          this.#refused += 1;
          continue;
        }
        this.#room -= 1;
      }
      changes.push({ id: newId(), identity, digest, ...toChange(one, before) });
    }
    await this.#wait(this.store.save(peer, changes));
  }

  /** Of some of the list those that are stored. */
  stored(listed: readonly Listed[]): Promise<readonly KnownItem[]> {
    const identities = listed.map(({ identity }) => identity);
    return this.#wait(this.store.listByIdentities(this.options.peer, identities));
  }

  /** Takes away all that are in no part of the list. */
  async leaveOthers(): Promise<void> {
    const { peer, pace } = this.options;
    const others = await this.store.listOthers(peer, this.#identities, pace);
    for (const some of partsToWrite(others)) await this.#wait(this.store.leave(peer, some));
  }

  async #countRoom(): Promise<number> {
    const { peer, mostNew, now } = this.options;
    const since = new Date(now().getTime() - dayMs);
    return Math.max(0, mostNew - (await this.store.countNew(peer, since)));
  }

  async #wait<Value>(work: Promise<Value>): Promise<Value> {
    const { pace } = this.options;
    const value = await pace.waitFor(work);
    await pace.rest();
    return value;
  }
}

/** Of all that a peer says of something: 32 hex digits. */
export function digestOfListed(listed: object): string {
  const text = JSON.stringify(listed, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
