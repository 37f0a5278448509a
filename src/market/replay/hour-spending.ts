import type { Candidate } from '../selection/types';

/** An offer of a campaign that has won. */
interface WonOffer extends Pick<Candidate, 'campaignId'> {
  /** USD for 1,000 views. */
  readonly rpm: number;
}

/** The money that campaigns have left in one hour that is replayed. */
export class HourSpending {
  /** USD, by campaign. */
  private readonly spent = new Map<string, number>();
  private readonly usedUp = new Set<string>();

  /** @param viewRate part of the offers that are seen, and cost something */
  constructor(private readonly viewRate: number) {}

  isUsedUp(campaignId: string): boolean {
    return this.usedUp.has(campaignId);
  }

  /**
   * Spends for some offers of one campaign.
   *
   * @param budget USD of the hour
   * @returns how many of the offers it can pay
   */
  spend({ campaignId, rpm }: WonOffer, offers: number, budget: number): number {
    const price = (rpm * this.viewRate) / 1000;
    if (!(price > 0)) return offers;
    const spent = this.spent.get(campaignId) ?? 0;
    const paid = Math.min(offers, Math.max(0, budget - spent) / price);
    this.spent.set(campaignId, spent + paid * price);
    if (paid < offers) this.usedUp.add(campaignId);
    return paid;
  }
}
