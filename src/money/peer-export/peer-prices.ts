import { LRUCache } from 'lru-cache';
import type { Amount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { createSharedWork } from '../../platform/limits/shared-work';
import { roomFor } from '../../platform/process/cache-room';
import { dayMs, minuteMs } from '../../time';
import type { AcceptedViewStore } from './accepted-view.store';

export interface PeerPricesOptions {
  readonly acceptedViews: Pick<AcceptedViewStore, 'listPrices'>;
  readonly now: () => Date;
}

const goodForMs = 10 * minuteMs;
const mostKept = 20_000;
/** Fewer say nothing. */
const leastViews = 100;
/** The newest ones say enough. */
const mostViews = 1_000;
/** Events of a campaign that are looked at for them. */
const mostRead = 20_000;

interface Mean {
  /** USD for 1,000 views; null: there were too few. */
  readonly maxCpm: Amount | null;
}

/** Prices that campaigns pay for views on other servers' sites. */
export class PeerPrices {
  readonly #means: LRUCache<string, Mean>;
  readonly #share = createSharedWork().share;

  constructor(private readonly options: PeerPricesOptions) {
    const { now } = options;
    this.#means = new LRUCache({
      ...roomFor(mostKept),
      ttl: goodForMs,
      ttlResolution: 0,
      noDeleteOnStaleGet: true,
      perf: { now: () => now().getTime() },
    });
  }

  /**
   * USD for 1,000 views: the campaign's own price; where it bids by itself the mean of its newest 1,000 accepted views of the
   * last 24 hours on our own sites, found anew every 10 minutes. Where its newest 20,000 events have not 100 of them, though there are
   * more events, the mean of before stays.
   *
   * @returns null for a campaign that bids by itself and has not 100 of them.
   * @see docs/contract.md §10
   */
  async findMaxCpm({ id, maxCpm }: Pick<Campaign, 'id' | 'maxCpm'>): Promise<Amount | null> {
    if (maxCpm !== null) return maxCpm;
    const mean = this.#means.get(id) ?? (await this.#share(id, () => this.#read(id)));
    return mean.maxCpm;
  }

  async #read(campaignId: string): Promise<Mean> {
    const since = new Date(this.options.now().getTime() - dayMs);
    const { acceptedViews } = this.options;
    const { prices, isCutOff } = await acceptedViews.listPrices(campaignId, {
      ...{ since, mostRead },
      limit: mostViews,
    });
    const sum = prices.reduce((total, price) => total + price, 0n);
    const hasEnough = prices.length >= leastViews;
    const before = this.#means.peek(campaignId, { allowStale: true });
    const ofTooFew = (isCutOff && before) || { maxCpm: null };
    const mean = hasEnough ? { maxCpm: (sum * 1_000n) / BigInt(prices.length) } : ofTooFew;
    this.#means.set(campaignId, mean);
    return mean;
  }
}
