import type { Amount } from '../../../amount';
import type { Config } from '../../../config';
import { isAllowed, type Peer } from '../../../peers/directory/peer';
import { stateAt } from '../../../platform/states/state-history';
import { dayMs } from '../../../time';
import { coinsOf } from '../../amounts/charge';
import { hourIdOf, hourOf, nextHourOf } from '../../../hour';
import {
  type HourTally,
  hoursAround,
  hourTallyIdOf,
  openOf,
  openOfHour,
  talliesAround,
  withSeen,
} from '../../budgets/hour-tally';
import { peerDayIdOf } from '../../budgets/peer-day.store';
import { peerBudgetOf } from '../../peer-export/peer-budget';
import type { EventFacts, JudgedEvent, PeerFacts } from './event-rule';
import type { PriceParts } from './price-parts';

/** Facts that only events of other servers are judged by, as stored before a batch. */
export interface PeerBatchFacts {
  /** By their addresses. */
  readonly peers: ReadonlyMap<string, Peer>;
  /** Charges of days, 10^-11 coins: by the ids of `peerDayIdOf`. */
  readonly peerDays: ReadonlyMap<string, Amount>;
  /** The money that is set aside of accounts whose funds have bounds, by the ids of `hourTallyIdOf`. */
  readonly accountHours: ReadonlyMap<string, HourTally>;
  /** 10^-11 USD per coin, by the number of the hour. */
  readonly rates: ReadonlyMap<number, Amount>;
  readonly peerTerms: {
    /** Percent of an hour's budget that all servers together may take. */
    readonly share: number;
    /** An offer of ours may become a view for so long. */
    readonly offerMinutes: number;
    /** Lines of `ads.txt` that name a publisher. */
    readonly adsTxt: Config['peerAdsTxt'];
  };
}

const coin = 10n ** 11n;
/** Coins that a server's sites may earn a day where the operator sets no limit: in the first week of our campaigns there, and later. */
const usualLimits = { firstWeek: 10n * coin, later: 100n * coin } as const;

/** The part of an event or a conversion that says when which server was at work. */
export interface PeerMoment {
  /** Absent: none was. */
  readonly peer?: { readonly address: string };
  readonly occurredAt: Date;
}

/** An event's money, as it would be for an event of ours. */
interface Money extends Pick<EventFacts, 'budget' | 'spent' | 'means'> {
  /** null: nothing is stored of the hour. */
  readonly tally: HourTally | null;
  /** USD that other servers' events have spent of the hour. */
  readonly peerSpent: Amount;
  /** 10^-11 USD per coin; null: there is none. */
  readonly rate: Amount | null;
  /** null: nothing is set aside any more. */
  readonly now: Date | null;
}

/** Other servers in a batch of verdicts: how they stand, and what they have earned of their day. */
export class PeersOfBatch {
  /** Charges that the batch has added, by the ids of `peerDayIdOf`. */
  readonly added = new Map<string, Amount>();

  readonly #accountHours: Map<string, HourTally>;

  constructor(private readonly known: PeerBatchFacts) {
    this.#accountHours = new Map(known.accountHours);
  }

  /** Takes up that an event of ours has its verdict: nothing is set aside for it any more. */
  note(event: Pick<JudgedEvent, 'advertiserId' | 'kind' | 'offeredAt' | 'price'>): void {
    const id = hourTallyIdOf(event.advertiserId, event.offeredAt);
    const hour = this.#accountHours.get(id);
    if (hour) this.#accountHours.set(id, withSeen(hour, event));
  }

  /** null: a site of ours has shown it. */
  factsOf({ peer, occurredAt }: PeerMoment): PeerFacts | null {
    if (peer === undefined) return null;
    const found = this.known.peers.get(peer.address);
    const day = peerDayIdOf(peer.address, occurredAt);
    const standing = found && stateAt(found.states, occurredAt);
    return {
      isAllowed: standing != null && isAllowed(standing, 'oursThere'),
      earned: (this.known.peerDays.get(day) ?? 0n) + (this.added.get(day) ?? 0n),
      limit: found ? limitOf(found, occurredAt) : 0n,
    };
  }

  /**
   * The budget and the means that are left to other servers: what is set aside for offers of ours is never theirs, and all of them
   * together take a part of an hour at most.
   *
   * @see docs/contract.md §10
   */
  leftOf(
    event: Pick<JudgedEvent, 'offeredAt' | 'advertiserId'>,
    money: Money,
  ): Pick<EventFacts, 'budget' | 'means'> {
    const { budget, spent, means, tally, peerSpent, rate, now } = money;
    const { share, offerMinutes } = this.known.peerTerms;
    const hour = hourOf(event.offeredAt);
    const open = now === null ? 0n : openOfHour(tally, hour, { at: now, offerMinutes });
    const ofAll = budget - open;
    const ofPeers = spent + peerBudgetOf(budget, share) - peerSpent;
    return {
      budget: ofAll < ofPeers ? ofAll : ofPeers,
      means:
        means === null || rate === null || now === null
          ? means
          : means - this.#coinsSetAsideOf(event.advertiserId, { rate, now }),
    };
  }

  /** @param of.rate of the event: for an hour that has none yet */
  #coinsSetAsideOf(
    advertiserId: string,
    of: { readonly rate: Amount; readonly now: Date },
  ): Amount {
    const { rates, peerTerms } = this.known;
    const time = { at: of.now, offerMinutes: peerTerms.offerMinutes };
    const tallies = talliesAround(this.#accountHours, advertiserId, of.now);
    let coins = 0n;
    for (const hour of hoursAround(of.now)) {
      const open = openOf(tallies, time, { from: hourOf(hour), to: nextHourOf(hour) });
      if (open > 0n) coins += coinsOf(open, rates.get(hourIdOf(hour)) ?? of.rate);
    }
    return coins;
  }

  take({ peer, occurredAt }: PeerMoment, { charge }: Pick<PriceParts, 'charge'>): void {
    if (peer === undefined) return;
    const day = peerDayIdOf(peer.address, occurredAt);
    this.added.set(day, (this.added.get(day) ?? 0n) + charge);
  }
}

function limitOf({ dailyLimit, states }: Peer, at: Date): Amount {
  if (dailyLimit !== null) return dailyLimit;
  const first = states.find((standing) => isAllowed(standing, 'oursThere'));
  const isNew = !first || at.getTime() - first.at.getTime() < 7 * dayMs;
  return isNew ? usualLimits.firstWeek : usualLimits.later;
}
