import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { truncateIpAddress } from '../../ip-address';
import { minuteMs } from '../../time';
import type { AdEvent } from '../events/event';
import type { Inventory } from '../inventory/inventory';
import { UnseenTally } from './unseen-tally';

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
 * learnt by each process, of the last half hour to hour.
 *
 * @see docs/money.md
 */
export class UnseenOffers {
  private readonly tallies: readonly (Bound & { readonly tally: UnseenTally })[];

  /** By campaign: prices and budgets of the last minute do. */
  private readonly most = new Map<string, number>();
  private pricedAt = -Infinity;
  private readonly networks = new Map<string, string | null>();

  constructor(
    private readonly options: {
      readonly inventory: Pick<Inventory, 'priceOf'>;
      readonly now: () => Date;
      /** For so long offers are good for their views. */
      readonly offerMinutes: number;
    },
  ) {
    const keptMs = options.offerMinutes * minuteMs;
    this.tallies = bounds.map((bound) => ({ ...bound, tally: new UnseenTally(keptMs) }));
  }

  /**
   * Finds the offers that are too many.
   *
   * @param campaigns one that wins twice comes twice
   * @returns their positions; null: none is.
   */
  beyondBounds(campaigns: readonly Campaign[], to: OfferedTo): ReadonlySet<number> | null {
    let beyond: Set<number> | null = null;
    for (const { of, tally, parts, offersForView } of this.tallies) {
      const key = of(to);
      if (key === null) continue;
      const known = tally.of(key);
      const { views } = known;
      if (views > 0 && known.offers <= views * offersForView) continue;
      let position = -1;
      for (const campaign of campaigns) {
        position += 1;
        const unseen = known.unseenOf(campaign.id) + timesBy(campaigns, position);
        if (unseen > firstOffers && unseen > this.mostOf(campaign) * parts)
          (beyond ??= new Set()).add(position);
      }
    }
    return beyond;
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

  /** Notes offers that were made. */
  note(campaigns: readonly Campaign[], to: OfferedTo): void {
    const at = this.options.now().getTime();
    if (at - this.pricedAt > priceKeptMs) {
      this.most.clear();
      this.pricedAt = at;
    }
    for (const { of, tally } of this.tallies) {
      const key = of(to);
      if (key !== null) tally.addOffers(key, campaigns, at);
    }
  }

  /** Notes what was seen. */
  noteEvents(events: readonly AdEvent[]): void {
    for (const { kind, invalidTraffic, remoteAddress, siteId, trackingId, campaignId } of events) {
      if (kind !== 'impression' || invalidTraffic !== null) continue;
      const to = { network: remoteAddress, siteId, trackingId };
      for (const { of, tally } of this.tallies) {
        const key = of(to);
        if (key !== null) tally.addView(key, campaignId);
      }
    }
  }

  /** How many offers a 64th of the hour's budget pays for. */
  private mostOf({ id, hourlyBudget }: Campaign): number {
    let most = this.most.get(id);
    if (most === undefined) {
      const { offerCost } = this.options.inventory.priceOf(id);
      most = offerCost === 0n ? Infinity : Number(hourlyBudget / offerCost) / 64;
      this.most.set(id, most);
    }
    return most;
  }
}

/** How often the campaign at a position has come by then. */
function timesBy(campaigns: readonly Campaign[], position: number): number {
  let times = 0;
  for (let at = 0; at <= position; at += 1) if (campaigns[at] === campaigns[position]) times += 1;
  return times;
}
