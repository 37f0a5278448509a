import type { Amount } from '../../../amount';
import {
  type ConvertedCase,
  type ConvertedPeerCase,
  isInBudget,
  type RecordedConversion,
} from '../../../market/recorded-conversions/recorded-conversion';
import { type HourTally, hourTallyIdOf } from '../../budgets/hour-tally';
import type { RejectionReason } from '../verdict';
import { type EventOutcome, isAnyAccepted } from './conversion-rule';
import { type PeerBatchFacts, PeersOfBatch } from './peers-of-batch';
import type { PriceParts } from './price-parts';
import type { SpendingFacts } from './verdict-rule';

/** The facts that only cases of other servers are judged by. */
export interface ConvertedPeerFacts extends PeerBatchFacts {
  /** By the ids of `hourTallyIdOf`. */
  readonly hours: ReadonlyMap<string, HourTally>;
  /** Events by their ids, the clicks of these cases among them. */
  readonly events: ReadonlyMap<string, EventOutcome>;
}

/** The money of a conversion that other servers have a part in. */
type Money = Pick<SpendingFacts, 'budget' | 'spent' | 'leftOfPeriods' | 'means'> & {
  /** 10^-11 USD per coin; null: there is none. */
  readonly rate: Amount | null;
  /** null: nothing is set aside any more. */
  readonly now: Date | null;
};

/** Cases of other servers in a batch of conversions. A case that earns nothing leaves the other cases as they are. */
export class ConvertedPeers {
  readonly #batch: PeersOfBatch;
  /** USD, by the ids of `hourTallyIdOf`. */
  readonly #spent: Map<string, Amount>;

  constructor(private readonly known: ConvertedPeerFacts) {
    this.#batch = new PeersOfBatch(known);
    this.#spent = new Map([...known.hours].map(([id, { peerSpent = 0n }]) => [id, peerSpent]));
  }

  /** Charges that the batch has added, by the ids of `peerDayIdOf`. */
  get added(): ReadonlyMap<string, Amount> {
    return this.#batch.added;
  }

  /** Says that a click has no verdict yet that decides on one of the cases. */
  isUndecided({ cases }: RecordedConversion): boolean {
    return cases.some(({ peer }) => {
      const clicks = this.#clicksOf(peer);
      return !isAnyAccepted(clicks) && clicks.some((click) => click?.status === null);
    });
  }

  /** Why a case earns nothing, whatever it would cost; null: it may, or is ours. */
  refusalOf({ occurredAt }: RecordedConversion, { peer }: ConvertedCase): RejectionReason | null {
    if (peer === undefined) return null;
    if (this.#batch.factsOf({ peer, occurredAt })?.isAllowed !== true) return 'peer_not_allowed';
    return isAnyAccepted(this.#clicksOf(peer)) ? null : 'no_click';
  }

  #clicksOf(peer: ConvertedPeerCase | undefined): readonly (EventOutcome | null)[] {
    return clickIdsOf(peer).map((id) => this.known.events.get(id) ?? null);
  }

  /** Why each case cannot be paid, one after the other; null: it can, or is ours. */
  unpaidReasonsOf(
    conversion: RecordedConversion,
    parts: readonly PriceParts[],
    money: Money,
  ): readonly (RejectionReason | null)[] {
    const { campaignId, advertiserId, occurredAt, cases } = conversion;
    if (cases.every(({ peer }) => peer === undefined)) return cases.map(() => null);
    const hour = hourTallyIdOf(campaignId, occurredAt);
    const tally = this.known.hours.get(hour) ?? null;
    const left = this.#batch.leftOf(
      { offeredAt: occurredAt, advertiserId },
      { ...money, tally, peerSpent: this.#spent.get(hour) ?? 0n },
    );
    let { price, charge } = { price: 0n, charge: 0n };
    const earned = new Map<string, Amount>();
    return cases.map(({ peer }, at) => {
      const part = parts[at];
      if (peer === undefined || part === undefined || part.charge === 0n) return null;
      const facts = this.#batch.factsOf({ peer, occurredAt });
      const ofPeer = (earned.get(peer.address) ?? 0n) + part.charge;
      if (facts && facts.earned + ofPeer > facts.limit) return 'peer_limit';
      const more = price + part.price;
      const { leftOfPeriods } = money;
      const isOver =
        money.spent + more > left.budget || (leftOfPeriods !== null && more > leftOfPeriods);
      if (isInBudget(conversion) && isOver) return 'budget_spent';
      if (left.means !== null && charge + part.charge > left.means) return 'no_funds';
      earned.set(peer.address, ofPeer);
      price += part.price;
      charge += part.charge;
      return null;
    });
  }

  /** Counts the parts of an accepted conversion. */
  take(conversion: RecordedConversion, parts: readonly PriceParts[]): void {
    const { campaignId, occurredAt } = conversion;
    const hour = hourTallyIdOf(campaignId, occurredAt);
    conversion.cases.forEach(({ peer }, at) => {
      const part = parts[at];
      if (peer === undefined || part === undefined) return;
      this.#batch.take({ peer, occurredAt }, part);
      if (isInBudget(conversion)) this.#spent.set(hour, (this.#spent.get(hour) ?? 0n) + part.price);
    });
  }
}

/** Ids of the clicks of a case, any of which is enough; none of a case of ours. */
export const clickIdsOf = (peer: ConvertedPeerCase | undefined): readonly string[] =>
  peer === undefined ? [] : [peer.clickId, ...(peer.laterClickIds ?? [])];

/** USD that cases of other servers have cost of a conversion. */
export function spentByPeers(
  { cases }: RecordedConversion,
  parts: readonly Pick<PriceParts, 'price'>[],
): Amount {
  return cases.reduce(
    (sum, { peer }, at) => (peer === undefined ? sum : sum + (parts[at]?.price ?? 0n)),
    0n,
  );
}
