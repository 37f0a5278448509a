import { capsOf, type FrequencyCap } from '../../demand/campaigns/frequency-caps';
import { secondMs } from '../../time';
import type { AdEvent } from '../events/event';
import type { CappedItem } from '../inventory/capped-items';
import type { SeenCreative } from '../selection/ranking/recently-seen';
import { AgedCounts } from './aged-counts';
import type { KeyedChange } from './change-bytes';
import { type CountedShare, WaitingShares } from './counted-share';
import { LocalHours } from './local-hours';
import type { SiblingNotes } from './sibling-notes';
import { changed, mostOpen, noViews, openOffers, type ViewCount, viewsIn } from './view-count';
import { type VisitorKey, visitorKeyOf } from './visitor-key';

/** The counts of campaigns with caps stand in so many tables, by the first bits of the key: a table grows in little time. */
const cappedSlices = 64;
const bitsOfSlice = 6;

/** As many tables again are for campaigns without caps: however many they are, no cap is forgotten for them. */
export const slices = 2 * cappedSlices;

const cappedSliceOf = ({ first }: VisitorKey): number => first >>> (32 - bitsOfSlice);
const uncappedSliceOf = (key: VisitorKey): number => cappedSlices + cappedSliceOf(key);

/** The table that a change goes into. */
export const sliceOf = ({ key, change }: KeyedChange): number =>
  change.kind === 'uncappedView' ? uncappedSliceOf(key) : cappedSliceOf(key);

export interface FrequencyCountsOptions {
  /** The caps of a campaign or of a creative, also for a while after it went off sale; null: it has none. */
  readonly findCapped: (id: string) => CappedItem | null;
  /** The time zone of a campaign without caps. */
  readonly timeZoneOf: (campaignId: string) => string;
  /** For so long offers are good for their views. */
  readonly offerMinutes: number;
  /** Visitors of a campaign, or of a creative, that are remembered at most, each of these for itself. */
  readonly maxEntries: number;
  /** The same of campaigns without caps. */
  readonly maxUncapped: number;
  /** The other processes of this gateway; null: it has none. */
  readonly siblings?: SiblingNotes | null;
}

/** How many counts are in memory, may be there at most, and were forgotten for want of room. */
export interface CountFigures {
  readonly held: number;
  readonly room: number;
  readonly forgotten: number;
}

/** A visitor at a time. */
export interface Onlooker {
  /** null: nothing is known of the visitor. */
  readonly trackingId: string | null;
  /** Unix milliseconds. */
  readonly at: number;
}

/**
 * Counts how often visitors see campaigns, and creatives that have caps, each by its id. Where there are caps, an offer counts while
 * it may still become a view. This process knows its own at once, and those of others as they tell.
 *
 * @see docs/contract.md §4
 */
export class FrequencyCounts {
  #tables: readonly AgedCounts[] = [];
  readonly #hours = new LocalHours();
  readonly #caps = new WeakMap<readonly string[], readonly FrequencyCap[]>();
  readonly #lifeSeconds: number;
  readonly #siblings: SiblingNotes | null;
  readonly #waiting = new WaitingShares();

  constructor(private readonly options: FrequencyCountsOptions) {
    this.#lifeSeconds = options.offerMinutes * 60;
    this.#siblings = options.siblings ?? null;
    this.forget();
  }

  /** Forgets all counts. */
  forget(): void {
    const { maxEntries, maxUncapped } = this.options;
    const most = [maxEntries, maxUncapped].map((entries) => Math.ceil(entries / cappedSlices));
    this.#tables = most.flatMap((entries) =>
      Array.from({ length: cappedSlices }, () => new AgedCounts(entries)),
    );
  }

  /** Counts in memory. */
  get size(): number {
    const { withCaps, withoutCaps } = this.figures();
    return withCaps.held + withoutCaps.held;
  }

  /** Counts of campaigns and creatives with caps, and of campaigns without. */
  figures(): Readonly<Record<'withCaps' | 'withoutCaps', CountFigures>> {
    return {
      withCaps: figuresOf(this.#tables.slice(0, cappedSlices)),
      withoutCaps: figuresOf(this.#tables.slice(cappedSlices)),
    };
  }

  /**
   * Says that a visitor has seen a campaign, or a creative, as often as its advertiser wants. Asked many times in a find: `takeUp` comes
   * once before.
   *
   * @param moreOf offers of the campaign or creative that are about to be made
   */
  isReached({ trackingId, at }: Onlooker, id: string, moreOf: (id: string) => number): boolean {
    const capped = trackingId === null ? null : this.options.findCapped(id);
    if (trackingId === null || capped === null) return false;
    return this.#isReachedBy(visitorKeyOf(trackingId, id), capped, { at, more: moreOf(id) });
  }

  #isReachedBy(
    key: VisitorKey,
    capped: CappedItem,
    { at, more }: { readonly at: number; readonly more: number },
  ): boolean {
    const count = this.#countIn(cappedSliceOf(key), key);
    const before = this.#countIn(uncappedSliceOf(key), key);
    const isUnknown = count === noViews && before === noViews;
    if (isUnknown && more === 0) return false;
    const hour = this.#hourOf(capped.timeZone, at, count, before);
    const open = more + openOffers(count, Math.floor(at / secondMs), this.#lifeSeconds);
    if (open >= mostOpen) return true;
    return this.#capsOf(capped.frequencyCaps).some(
      ({ views, per }) => viewsIn(count, per, hour) + viewsIn(before, per, hour) + open >= views,
    );
  }

  /** After a change of the zone, or a jump of the clock, the latest hour is to come: views are of that hour until then. */
  #hourOf(timeZone: string, at: number, count: ViewCount, before: ViewCount): number {
    return Math.max(this.#hours.at(timeZone, at), count.hour, before.hour);
  }

  #hourOfView(key: VisitorKey, timeZone: string, at: number): number {
    const count = this.#countIn(cappedSliceOf(key), key);
    return this.#hourOf(timeZone, at, count, this.#countIn(uncappedSliceOf(key), key));
  }

  #countIn(slice: number, key: VisitorKey): ViewCount {
    return this.#tables[slice]?.get(key) ?? noViews;
  }

  /**
   * Notes an offer that is about to be made.
   *
   * @returns false: it must not be made, since another process has just made one up to a cap
   */
  noteOffer(onlooker: Onlooker, { campaignId, creativeId }: SeenCreative): boolean {
    const ofCampaign = this.#noteOffer(onlooker, campaignId);
    const ofCreative = this.#noteOffer(onlooker, creativeId);
    return ofCampaign && ofCreative;
  }

  #noteOffer({ trackingId, at }: Onlooker, id: string): boolean {
    const capped = trackingId === null ? null : this.options.findCapped(id);
    if (trackingId === null || capped === null) return true;
    const change = { kind: 'offer', at: Math.floor(at / secondMs) } as const;
    const key = visitorKeyOf(trackingId, id);
    let mayBeMade = true;
    this.#note({ key, change }, () => {
      mayBeMade = !this.#isReachedBy(key, capped, { at, more: 0 });
    });
    return mayBeMade;
  }

  /** The views of a campaign by a visitor that are known, with caps or without, at most 65,535 of each. */
  viewsOf(trackingId: string, campaignId: string): number {
    this.takeUp();
    const key = visitorKeyOf(trackingId, campaignId);
    // A campaign may have been given caps, or lost them: each view was counted in one of the two.
    const capped = this.#countIn(cappedSliceOf(key), key);
    return capped.inLife + this.#countIn(uncappedSliceOf(key), key).inLife;
  }

  /** Notes what was seen. */
  noteEvents(events: readonly AdEvent[]): void {
    for (const event of events) {
      const { kind, invalidTraffic, trackingId, campaignId, creativeId } = event;
      if (kind !== 'impression' || invalidTraffic !== null || trackingId === null) continue;
      if (!this.#noteCapped(trackingId, campaignId, event)) this.#noteUncapped(trackingId, event);
      this.#noteCapped(trackingId, creativeId, event);
    }
  }

  #noteUncapped(trackingId: string, { campaignId, demandServer, occurredAt }: AdEvent): void {
    // Another server's campaign is counted there.
    if (demandServer !== undefined) return;
    const key = visitorKeyOf(trackingId, campaignId);
    const timeZone = this.options.timeZoneOf(campaignId);
    const hour = this.#hourOfView(key, timeZone, occurredAt.getTime());
    this.#note({ key, change: { kind: 'uncappedView', hour } });
  }

  /** @returns false where the campaign or creative has no caps: nothing is noted. */
  #noteCapped(
    trackingId: string,
    id: string,
    { occurredAt, offeredAt }: Pick<AdEvent, 'occurredAt' | 'offeredAt'>,
  ): boolean {
    const capped = this.options.findCapped(id);
    if (capped === null) return false;
    const key = visitorKeyOf(trackingId, id);
    const [at, from] = [occurredAt.getTime(), offeredAt.getTime()];
    const isInTime = at - from <= this.#lifeSeconds * secondMs;
    // Caps were set between the two: nobody counted the offer.
    const isUncounted = from < capped.since && capped.since <= at;
    const change = {
      kind: 'view',
      hour: this.#hourOfView(key, capped.timeZone, at),
      offeredAt: isInTime && !isUncounted ? Math.floor(from / secondMs) : null,
    } as const;
    this.#note({ key, change });
    return true;
  }

  /** Takes what this process has counted since the last time. */
  takeWaiting(): readonly CountedShare[] {
    this.#siblings?.beginShare();
    return this.#waiting.take();
  }

  /** Takes up what other processes of this gateway have counted until now. */
  takeUp(): void {
    this.#siblings?.read(this.#others);
  }

  /** Takes up what another process has counted, or this one in an earlier life. */
  add(changes: Iterable<KeyedChange>): void {
    for (const keyed of changes) this.#add(keyed);
  }

  /** Takes up what was stored of a key of which nothing is known yet. */
  restore(slice: number, key: VisitorKey, count: ViewCount): void {
    this.#tables[slice]?.set(key, count);
  }

  /** @param onOwn called when all is counted that processes of this gateway have counted before */
  #note(keyed: KeyedChange, onOwn: () => void = () => undefined): void {
    const told = this.#siblings?.tell(keyed, { ...this.#others, onOwn }) ?? null;
    this.#add(keyed);
    this.#waiting.add(keyed, told);
  }

  readonly #others = {
    onOther: (keyed: KeyedChange) => {
      this.#add(keyed);
    },
  };

  #add(keyed: KeyedChange): void {
    const { key, change } = keyed;
    const table = this.#tables[sliceOf(keyed)];
    table?.set(key, changed(table.get(key) ?? noViews, change, this.#lifeSeconds));
  }

  #capsOf(texts: readonly string[]): readonly FrequencyCap[] {
    let caps = this.#caps.get(texts);
    if (caps === undefined) this.#caps.set(texts, (caps = capsOf(texts)));
    return caps;
  }
}

function figuresOf(tables: readonly AgedCounts[]): CountFigures {
  let [held, room, forgotten] = [0, 0, 0];
  for (const table of tables) {
    held += table.size;
    room += table.mostHeld;
    forgotten += table.forgotten;
  }
  return { held, room, forgotten };
}
