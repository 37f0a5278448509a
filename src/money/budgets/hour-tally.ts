import type { Amount } from '../../amount';
import type { CampaignPacing } from '../../demand/campaigns/campaign.resource';
import { hourIdOf } from '../amounts/hour';

/** The possible cost of the offers of one minute. */
export interface MinuteTally {
  /** Unit: 10^-11 USD. What gateways have set aside for offers of that minute. */
  readonly reserved: Amount;
  /** Unit: 10^-11 USD. The part of it whose events have a verdict, whatever it is. */
  readonly seen: Amount;
}

/** The money of one clock hour: spent, and still set aside. */
export interface HourTally {
  /** Unit: 10^-11 USD. Accepted events that happened in the hour. */
  readonly spent: Amount;
  /** By minute of the hour, 0 to 59; those without offers are left out. */
  readonly minutes: ReadonlyMap<number, MinuteTally>;
  /** Grows with every write. */
  readonly version: number;
}

/** The tallies of an hour and of the one before; null: nothing was stored. */
export interface HourTallies {
  readonly hour: HourTally | null;
  readonly hourBefore: HourTally | null;
}

const minutesOfHour = 60;
/** Money that was set aside for a minute lapses so many minutes after it. */
const lapseMinutes = 5;
/** Even pacing never holds back the first tenth of an hour's budget. */
const firstTenth = 6n;

/**
 * The money that is spent, and the possible cost of unseen offers of the running minute and of the 5 before it.
 *
 * @param at in the hour of the tallies
 * @returns 10^-11 USD
 */
export function committedOf(tallies: HourTallies, at: Date): Amount {
  return (tallies.hour?.spent ?? 0n) + openOf(tallies, at);
}

/** The part of {@link committedOf} that is not spent. */
export function openOf({ hour, hourBefore }: HourTallies, at: Date): Amount {
  const minute = at.getUTCMinutes();
  let open = 0n;
  for (let back = 0; back <= lapseMinutes; back += 1) {
    const of = minute - back;
    const tally = of < 0 ? hourBefore?.minutes.get(of + minutesOfHour) : hour?.minutes.get(of);
    if (tally && tally.reserved > tally.seen) open += tally.reserved - tally.seen;
  }
  return open;
}

/**
 * How much of an hour's budget may be committed by now: all of it, or, where it is spread evenly, the share of the hour
 * that has begun, rounded down, and a tenth from the start.
 */
export function limitOf(
  { budget, pacing }: { readonly budget: Amount; readonly pacing: CampaignPacing },
  at: Date,
): Amount {
  if (pacing === 'asap') return budget;
  const begun = BigInt(at.getUTCMinutes() + 1);
  return (budget * (begun > firstTenth ? begun : firstTenth)) / BigInt(minutesOfHour);
}

/** The money that offers may still cost now; 0: none. */
export function freeOf(
  terms: { readonly budget: Amount; readonly pacing: CampaignPacing },
  tallies: HourTallies,
  at: Date,
): Amount {
  const free = limitOf(terms, at) - committedOf(tallies, at);
  return free > 0n ? free : 0n;
}

/** The id of what is stored of somebody's hour: the id of whose it is, and the number of the hour. */
export function hourTallyIdOf(ownerId: string, at: Date): string {
  return `${ownerId}:${hourIdOf(at)}`;
}
