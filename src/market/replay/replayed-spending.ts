import type { Candidate } from '../selection/types';

/** An offer of a campaign that has won. */
interface WonOffer extends Pick<Candidate, 'campaignId'> {
  /** The price of it: USD for 1,000 views. */
  readonly rpm: number;
}

/** The most that a campaign spends of one period: an hour, a day, or the whole time. */
export interface SpendingLimit {
  /** Unix milliseconds. */
  readonly from: number;
  /** Where the next period begins. */
  readonly to: number;
  /** USD. */
  readonly most: number;
}

/** The money that campaigns have left while finds are replayed, the oldest first. */
export class ReplayedSpending {
  /** USD, by campaign and period. */
  private readonly spent = new Map<string, number>();
  /** The ends of periods whose money is used up, by campaign. */
  private readonly usedUpTo = new Map<string, number>();

  /** @param viewRate part of the offers that are seen, and cost something */
  constructor(private readonly viewRate: number) {}

  /** @param at Unix milliseconds */
  isUsedUp(campaignId: string, at: number): boolean {
    return (this.usedUpTo.get(campaignId) ?? -Infinity) > at;
  }

  /**
   * Spends for some offers of one campaign.
   *
   * @param limits all of them hold
   * @returns how many of the offers it can pay
   */
  spend({ campaignId, rpm }: WonOffer, offers: number, limits: readonly SpendingLimit[]): number {
    const price = (rpm * this.viewRate) / 1000;
    if (!(price > 0)) return offers;
    const payable = limits.map((limit) => {
      const key = `${campaignId} ${limit.from} ${limit.to}`;
      const spent = this.spent.get(key) ?? 0;
      return { key, spent, to: limit.to, offers: Math.max(0, limit.most - spent) / price };
    });
    const paid = Math.min(offers, ...payable.map((limit) => limit.offers));
    for (const { key, spent } of payable) this.spent.set(key, spent + paid * price);
    const short = payable.filter((limit) => limit.offers < offers);
    if (short.length > 0) this.usedUpTo.set(campaignId, Math.max(...short.map(({ to }) => to)));
    return paid;
  }
}
