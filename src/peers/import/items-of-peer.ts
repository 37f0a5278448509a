import type { Pace } from '../../platform/process/pace';
import {
  type ImportedItem,
  type Known,
  type ListedItem,
  partsToWrite,
} from './imported-item.store';

/** The campaigns or the creatives of peers that are stored. */
interface ItemStore<KnownItem extends Known, State extends object> {
  listOthers(peer: string, identities: ReadonlySet<string>, pace: Pace): Promise<readonly string[]>;
  listByIdentities(peer: string, identities: readonly string[]): Promise<readonly KnownItem[]>;
  save(peer: string, listed: readonly ImportedItem<State>[]): Promise<void>;
  leave(peer: string, ids: readonly string[]): Promise<void>;
}

interface Options<Listed, KnownItem, State extends object> {
  readonly peer: string;
  readonly pace: Pace;
  /** New ones that are taken. */
  readonly room: number;
  readonly newId: () => string;
  /** @param known null: it is new */
  readonly toChange: (
    listed: Listed,
    known: KnownItem | null,
  ) => Pick<ImportedItem<State>, 'members' | 'state'>;
}

/** A part of the list, compared with what was stored. */
interface Compared<Listed, KnownItem> {
  readonly known: readonly KnownItem[];
  /** Those that are new: stored now, but for those that have no room. */
  readonly added: readonly Listed[];
}

/** Brings the campaigns or the creatives that are stored of a peer to those of its list, a part after the other. */
export class ItemsOfPeer<Listed extends ListedItem, KnownItem extends Known, State extends object> {
  /** Of all that were taken so far. */
  readonly #identities = new Set<string>();
  #added = 0;

  constructor(
    private readonly store: ItemStore<KnownItem, State>,
    private readonly options: Options<Listed, KnownItem, State>,
  ) {}

  /** New ones that had no room. */
  get refused(): number {
    return Math.max(0, this.#added - Math.max(0, this.options.room));
  }

  /** Stores what of a part of the list is new, other or back. */
  async take(listed: readonly Listed[]): Promise<Compared<Listed, KnownItem>> {
    const { peer, room, newId, toChange } = this.options;
    const known = await this.stored(listed);
    const knownBy = new Map(known.map((one) => [one.identity, one]));
    const added: Listed[] = [];
    const changes: ImportedItem<State>[] = [];
    for (const one of listed) {
      const { identity, digest } = one;
      this.#identities.add(identity);
      const before = knownBy.get(identity) ?? null;
      if (before?.digest === digest && before.deletedAt === null) continue;
      if (before === null) {
        added.push(one);
        this.#added += 1;
        if (this.#added > room) continue;
      }
      changes.push({ id: newId(), identity, digest, ...toChange(one, before) });
    }
    await this.#wait(this.store.save(peer, changes));
    return { known, added };
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

  async #wait<Value>(work: Promise<Value>): Promise<Value> {
    const { pace } = this.options;
    const value = await pace.waitFor(work);
    await pace.rest();
    return value;
  }
}
