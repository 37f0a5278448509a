import type { Amount } from '../../amount';
import type { CampaignPacing } from '../../demand/campaigns/campaign.resource';
import { committedOf, type HourTally, type OfferTime, setAsideIn } from './hour-tally';

/** The terms that say how much of an hour's budget may be committed, and when. */
export interface PacingTerms {
  /** Unit: 10^-11 USD per clock hour. */
  readonly budget: Amount;
  readonly pacing: CampaignPacing;
  /** Unit: 10^-11 USD. What must be free for an offer to be made. */
  readonly leastFree: Amount;
}

const minutesOfHour = 60;
/** The first minutes of an hour have their shares at once: even pacing never holds back the first tenth of a budget. */
const firstMinutes = 6;
/** Finds do not come evenly: what a minute leaves is there for so many after it. */
const minutesKept = 2;

/**
 * How much of an hour's budget may be committed by now. All of it, or, where it is spread evenly, what is left of it is
 * divided among the minutes that are left: of these the running one and the 2 before it may be used up, and more where
 * that does for no offer. It is never more than the share of the hour that has begun, or a tenth from the start.
 *
 * @param time in the hour
 * @returns 10^-11 USD
 */
export function limitOf(terms: PacingTerms, hour: HourTally | null, time: OfferTime): Amount {
  const { budget, pacing } = terms;
  if (pacing !== 'even') return budget;
  const minute = time.at.getUTCMinutes();
  const begun = shareOf(budget, Math.max(minute + 1, firstMinutes), minutesOfHour);
  if (minute < firstMinutes) return begun;
  const committed = committedOf(hour, time);
  let start = minute - minutesKept;
  for (;;) {
    const before = committed - setAsideIn(hour, { from: start, to: minute });
    const left = budget > before ? budget - before : 0n;
    const due = shareOf(left, minute - start + 1, minutesOfHour - start);
    const isIdle = start > 0 && setAsideIn(hour, { from: start - 1, to: start - 1 }) === 0n;
    if (due >= terms.leastFree || !isIdle) return before + due < begun ? before + due : begun;
    start -= 1;
  }
}

/** The money that offers may still cost now; 0: none. */
export function freeOf(terms: PacingTerms, hour: HourTally | null, time: OfferTime): Amount {
  const free = limitOf(terms, hour, time) - committedOf(hour, time);
  return free > 0n ? free : 0n;
}

const shareOf = (amount: Amount, part: number, whole: number): Amount =>
  (amount * BigInt(part)) / BigInt(whole);
