import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { truncateIpAddress } from '../../ip-address';
import { minuteMs } from '../../time';
import type { AdEvent } from '../events/event';
import { isTooSoon } from '../events/offer-lifetime';
import type { Inventory } from '../inventory/inventory';
import { type KnownOffers, UnseenTally } from './unseen-tally';

/** The visitor of an offer, and the site. */
export interface OfferedTo {
  /** As events keep it; null: no address. */
  readonly network: string | null;
  readonly siteId: string;
  /** null: a visitor who is not tracked. */
  readonly trackingId: string | null;
}

/** How much of a campaign's hour unseen offers to one of a kind may take, and who has no such bound. */
interface Bound {
  readonly of: (to: OfferedTo) => string | null;
  /** Parts of 64 of the hour's budget. */
  readonly parts: number;
  /** There is no bound for whoever has seen one of so many offers, or more. */
  readonly offersForView: number;
}

const priceKeptMs = minuteMs;
const mostNetworks = 10_000;
/** A stranger's first offers of a campaign: the placements of a page. */
const firstOffers = 3;

/** A site's visitors are many. Of the same network, or visitor, strangers are one. */
const bounds: readonly Bound[] = [
  { of: ({ network }) => network, parts: 1, offersForView: 5 },
  { of: ({ trackingId }) => trackingId, parts: 1, offersForView: 5 },
  { of: ({ siteId }) => siteId, parts: 8, offersForView: 20 },
];

/**
 * Bounds what unseen offers to a network, a visitor and a site keep of a campaign's hour from others: finds that nobody
 * looks at cost nothing, and money is set aside for each of them. Nobody who sees offers has a bound. That is
 * learnt by each process, of the last half hour to hour, and of the bounds each process has its part.
 *
 * @see docs/money.md
 */
export class UnseenOffers {
  private readonly tallies: readonly { readonly bound: Bound; readonly tally: UnseenTally }[];

  /** By campaign: prices and budgets of the last minute do. */
  private readonly most = new Map<string, number>();
  private pricedAt = -Infinity;
  private processes = 1;
  private readonly networks = new Map<string, string | null>();

  constructor(
    private readonly options: {
      readonly inventory: Pick<Inventory, 'priceOf'>;
      readonly now: () => Date;
      /** For so long offers are good for their views. */
      readonly offerMinutes: number;
      /** Events on the web that come sooner after their offer are refused, and nothing was seen. */
      readonly leastViewMs: number;
    },
  ) {
    const keptMs = options.offerMinutes * minuteMs;
    this.tallies = bounds.map((bound) => ({ bound, tally: new UnseenTally(keptMs) }));
  }

  /** The offers that a find adds to. To be asked for once a find. */
  of(to: OfferedTo): OffersBefore {
    const at = this.options.now().getTime();
    if (at - this.pricedAt > priceKeptMs) {
      this.most.clear();
      this.pricedAt = at;
    }
    const kinds: KindOfOffers[] = [];
    for (const { bound, tally } of this.tallies) {
      const key = bound.of(to);
      if (key !== null) kinds.push({ bound, known: tally.of(key, at) });
    }
    return new OffersBefore(kinds, this.mostOf);
  }

  /** The network of an address, as events keep it: read once, for the same addresses come again and again. */
  networkOf(address: string): string | null {
    let network = this.networks.get(address);
    if (network === undefined) {
      if (this.networks.size >= mostNetworks) this.networks.clear();
      this.networks.set(address, (network = truncateIpAddress(address)));
    }
    return network;
  }

  /** Takes up how many processes make offers. */
  divideAmong(processes: number): void {
    if (processes === this.processes) return;
    this.processes = Math.max(processes, 1);
    this.most.clear();
  }

  /** Notes what was seen. */
  noteEvents(events: readonly AdEvent[]): void {
    for (const event of events) {
      if (event.kind !== 'impression' || event.invalidTraffic !== null) continue;
      // Offers of such are not counted.
      if (event.isOwn || event.demandServer !== undefined) continue;
      if (isTooSoon(event, this.options.leastViewMs)) continue;
      const { remoteAddress, siteId, trackingId, campaignId } = event;
      const to = { network: remoteAddress, siteId, trackingId };
      for (const { bound, tally } of this.tallies) {
        const key = bound.of(to);
        if (key !== null) tally.addView(key, campaignId);
      }
    }
  }

  /** How many offers this process's part of a 64th of the hour's budget pays for. */
  private readonly mostOf = ({ id, hourlyBudget }: Campaign): number => {
    let most = this.most.get(id);
    if (most === undefined) {
      const { offerCost } = this.options.inventory.priceOf(id);
      most = offerCost === 0n ? Infinity : Number(hourlyBudget / offerCost) / 64 / this.processes;
      this.most.set(id, most);
    }
    return most;
  };
}

/** The offers to one network, visitor or site, and their bound. */
interface KindOfOffers {
  readonly bound: Bound;
  readonly known: KnownOffers;
}

/** The unseen offers to a network, its visitor and their site, before a find. */
export class OffersBefore {
  constructor(
    private readonly kinds: readonly KindOfOffers[],
    private readonly mostOf: (campaign: Campaign) => number,
  ) {}

  /**
   * Finds the offers that are too many.
   *
   * @param campaigns one that wins twice comes twice; null: the offer costs nothing
   * @returns their positions; null: none is.
   */
  beyondBounds(campaigns: readonly (Campaign | null)[]): ReadonlySet<number> | null {
    let beyond: Set<number> | null = null;
    for (const kind of this.kinds) {
      if (isFreeOfBounds(kind)) continue;
      let position = -1;
      for (const campaign of campaigns) {
        position += 1;
        if (campaign !== null && this.areTooMany(kind, campaign, timesBy(campaigns, position)))
          (beyond ??= new Set()).add(position);
      }
    }
    return beyond;
  }

  /** Says that one offer more is too many, of a campaign that has won some placements of the find. */
  isAtBound(campaign: Campaign, won: number): boolean {
    return this.kinds.some(
      (kind) => !isFreeOfBounds(kind) && this.areTooMany(kind, campaign, won + 1),
    );
  }

  /** Notes offers that were made. @param campaigns as `beyondBounds` takes them */
  add(campaigns: readonly (Campaign | null)[]): void {
    const paid = campaigns.filter((campaign) => campaign !== null);
    for (const { known } of this.kinds) known.addOffers(paid);
  }

  private areTooMany({ bound, known }: KindOfOffers, campaign: Campaign, offers: number): boolean {
    const unseen = known.unseenOf(campaign.id) + offers;
    return unseen > firstOffers && unseen > this.mostOf(campaign) * bound.parts;
  }
}

/** Says that enough of the offers were seen. */
const isFreeOfBounds = ({ bound, known }: KindOfOffers): boolean =>
  known.views > 0 && known.offers <= known.views * bound.offersForView;

/** How often the campaign at a position has come by then. */
function timesBy(campaigns: readonly (Campaign | null)[], position: number): number {
  let times = 0;
  for (let at = 0; at <= position; at += 1) if (campaigns[at] === campaigns[position]) times += 1;
  return times;
}
