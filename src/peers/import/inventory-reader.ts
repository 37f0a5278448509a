import { ItemsInBytes } from '../../platform/database/items-in-bytes';
import { JsonList } from '../../platform/egress/json-list';
import { isRecord } from '../../record';
import { heldBytes } from './held-bytes';
import { LeftOut, type LeftOutCounts, type LeftOutReason } from './left-out';
import { type ListedCampaign, readCampaign } from './listed-campaign';
import { type ListedCreative, type ListRules, readCreative } from './listed-creative';

/** A creative that is taken. */
export interface TakenCreative extends ListedCreative {
  /** The peer’s own id of its campaign. */
  readonly theirCampaignId: string;
}

/** The campaigns of a peer’s list that are taken, each with a creative at least, and their creatives: some at a time. */
export interface TakenList {
  readonly campaigns: Iterable<readonly ListedCampaign[]>;
  readonly creatives: Iterable<readonly TakenCreative[]>;
}

export interface ListOptions extends ListRules {
  /** Campaigns of the web are not taken: the peer asks hosts for a line that nobody here looks after. */
  readonly adsTxtRequired: boolean;
  readonly mostCampaigns: number;
  readonly mostCreatives: number;
  /** Of campaigns and creatives together, as `heldBytes` counts. */
  readonly mostBytes: number;
}

/** So many of a list are looked at for each that may be taken: to find each wrong costs time, too. */
const readForEach = 2;
/** Campaigns and creatives that are read before other work gets its turn: some milliseconds. */
const readPerTurn = 10;
/** Signatures take a while to verify. */
const verifiedPerTurn = 5;

/**
 * Reads a peer’s list. Each campaign and each creative is judged alone: what is wrong is left out and counted, and says
 * nothing of its neighbours.
 *
 * @see docs/peers.md §6
 */
export class InventoryReader {
  readonly #campaigns = new ItemsInBytes<ListedCampaign>();
  readonly #creatives = new ItemsInBytes<TakenCreative>();
  readonly #leftOut = new Map<LeftOutReason, number>();
  readonly #campaignIds = new Set<string>();
  readonly #creativeIds = new Set<string>();
  #bytes = 0;
  #campaignsRead = 0;
  #creativesRead = 0;
  readonly #creativesPerTurn: number;

  constructor(private readonly options: ListOptions) {
    this.#creativesPerTurn = options.classifiers.size > 0 ? verifiedPerTurn : readPerTurn;
  }

  get leftOut(): LeftOutCounts {
    return Object.fromEntries(this.#leftOut);
  }

  get taken(): TakenList {
    return { campaigns: this.#campaigns, creatives: this.#creatives };
  }

  /** Campaigns that are taken. */
  get campaigns(): number {
    return this.#campaigns.length;
  }

  /** Creatives that are taken. */
  get creatives(): number {
    return this.#creatives.length;
  }

  /** Bytes of those that are taken. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a whole list, in slices: one for each `next()`. */
  *read(list: readonly unknown[] | JsonList): Generator<undefined, void> {
    const most = this.options.mostCampaigns * readForEach;
    for (const element of list) {
      if (this.#campaignsRead >= most) break;
      yield* this.#take(element);
    }
    this.#count('too_many', list.length - this.#campaignsRead);
  }

  *#take(element: unknown): Generator<undefined, void> {
    this.#campaignsRead += 1;
    if (this.#campaignsRead % readPerTurn === 0) yield;
    const campaign = this.#tried(() => {
      const read = readCampaign(element);
      this.#assertWanted(read);
      this.#takeBytes(read);
      return read;
    });
    if (campaign === null) return;
    const before = this.creatives;
    yield* this.#takeCreatives(campaign.theirId, isRecord(element) ? element['banners'] : null);
    if (this.creatives === before) {
      this.#bytes -= heldBytes(campaign);
      this.#count('no_creatives');
    } else {
      this.#campaignIds.add(campaign.theirId);
      this.#campaigns.add(campaign);
    }
  }

  #assertWanted({ theirId, medium }: ListedCampaign): void {
    if (this.#campaignIds.has(theirId)) throw new LeftOut('duplicate_id');
    if (this.options.adsTxtRequired && medium === 'web') throw new LeftOut('ads_txt_required');
    if (this.campaigns >= this.options.mostCampaigns) throw new LeftOut('too_many');
  }

  *#takeCreatives(theirCampaignId: string, value: unknown): Generator<undefined, void> {
    const list: readonly unknown[] | JsonList =
      Array.isArray(value) || value instanceof JsonList ? value : [];
    const most = this.options.mostCreatives * readForEach;
    const readBefore = this.#creativesRead;
    for (const one of list) {
      if (this.#creativesRead >= most) break;
      this.#creativesRead += 1;
      if (this.#creativesRead % this.#creativesPerTurn === 0) yield;
      const creative = this.#tried(() => this.#readCreative(one));
      if (creative !== null) this.#creatives.add({ theirCampaignId, ...creative });
    }
    this.#count('too_many', list.length - (this.#creativesRead - readBefore));
  }

  #readCreative(value: unknown): ListedCreative {
    if (this.creatives >= this.options.mostCreatives) throw new LeftOut('too_many');
    const creative = readCreative(value, this.options);
    if (this.#creativeIds.has(creative.theirId)) throw new LeftOut('duplicate_id');
    this.#takeBytes(creative);
    this.#creativeIds.add(creative.theirId);
    return creative;
  }

  #takeBytes(listed: object): void {
    const bytes = this.#bytes + heldBytes(listed);
    if (bytes > this.options.mostBytes) throw new LeftOut('no_room');
    this.#bytes = bytes;
  }

  /** @returns null for what is left out. */
  #tried<Value>(read: () => Value): Value | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      this.#count(error.reason);
      return null;
    }
  }

  #count(reason: LeftOutReason, by = 1): void {
    if (by > 0) this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + by);
  }
}
