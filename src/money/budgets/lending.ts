import type { Amount } from '../../amount';
import { minuteMs } from '../../time';
import { takenBy, type HeldSlice, isKnown, leastWanted, minuteStartOf } from './held-slice';
import type { HeldSlices } from './held-slices';
import type { BudgetTerms } from './slice-wish';

/** Which part of what was free, by what was read, a gateway offers without a database. */
const shareLent = 4n;
/** Older than that beside the database’s last word, nothing that was read says what is free now. */
const knownForMs = 2 * minuteMs;

/**
 * Lends offers to campaigns while the database is away: of each hour at most a quarter of what this gateway knew to be
 * free when the database answered last. Of what it knows nothing of, it lends nothing: others may have spent it.
 */
export class Lending {
  /** Unix milliseconds. When the database has last told of any budget. */
  private lastWordAt = -Infinity;
  /** Slices that were lent something, until they are found to owe nothing. */
  private readonly borrowers = new Set<HeldSlice>();

  /** @param slices all that this gateway holds */
  constructor(private readonly slices: HeldSlices) {}

  noteWord(at: number): void {
    this.lastWordAt = at;
  }

  /** Slices that owe something. */
  *owing(): Iterable<HeldSlice> {
    for (const held of this.borrowers)
      if (held.owed > 0n) yield held;
      else this.borrowers.delete(held);
  }

  /** @returns whether there was something to lend. */
  lend(held: HeldSlice, terms: BudgetTerms, at: number): boolean {
    const rest = this.restOf(held, at);
    const cost = takenBy(held, terms);
    if (rest < cost) return false;
    const wanted = cost * BigInt(leastWanted);
    const amount = wanted < rest ? wanted : rest;
    const minuteAt = minuteStartOf(at);
    if (held.minuteAt !== minuteAt) {
      held.minuteAt = minuteAt;
      held.used = 0;
    }
    held.left += amount;
    held.owed += amount;
    this.borrowers.add(held);
    held.low = 0n;
    return true;
  }

  /** Unit: 10^-11 USD. What may still be lent to a campaign. */
  private restOf(held: HeldSlice, at: number): Amount {
    const { known, campaign, owed } = held;
    if (known === null || !this.isFresh(held, at)) return 0n;
    const ofHour = known.free / shareLent - owed;
    if (known.funds === null) return ofHour;
    const ofFunds = this.restOfFunds(campaign.advertiserId, at);
    return ofHour < ofFunds ? ofHour : ofFunds;
  }

  /** By the least that was read for any campaign of the account: each slice has left less of its funds. */
  private restOfFunds(advertiserId: string, at: number): Amount {
    let lent = 0n;
    let least: Amount | null = null;
    for (const held of this.slices.ofAccount(advertiserId)) {
      lent += held.owed;
      const funds = this.isFresh(held, at) ? (held.known?.funds ?? null) : null;
      if (funds !== null && (least === null || funds < least)) least = funds;
    }
    return (least ?? 0n) / shareLent - lent;
  }

  /** Says that it was read in the present hour, and not long before the database's last word. */
  private isFresh(held: HeldSlice, at: number): boolean {
    return isKnown(held, at) && (held.known?.readAt ?? 0) >= this.lastWordAt - knownForMs;
  }
}
