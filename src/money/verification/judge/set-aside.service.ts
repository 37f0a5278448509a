import type { DatabaseSession } from '../../../platform/database/transaction';
import { hourMs } from '../../../time';
import { type HourTally, hourTallyIdOf } from '../../budgets/hour-tally';
import { peerDayIdOf } from '../../budgets/peer-day.store';
import type { VerificationContext } from '../verification.context';
import type { PeerBatchFacts, PeerMoment } from './peers-of-batch';

/**
 * The money that is set aside of accounts whose funds have bounds, as it stays until the transaction has ended: by the ids of
 * `hourTallyIdOf`, of this hour and of its neighbours. Gateways set nothing aside by the funds of before.
 */
export async function lockAccountHours(
  { accounts, campaignHours, now }: VerificationContext,
  advertiserIds: readonly string[],
  session: DatabaseSession,
): Promise<ReadonlyMap<string, HourTally>> {
  const found = new Map<string, HourTally>();
  if (advertiserIds.length === 0) return found;
  const at = now();
  const limits = await accounts.listCreditLimits(advertiserIds);
  for (const advertiserId of advertiserIds.filter((id) => limits.get(id) != null)) {
    const { hour, hourBefore, hourAfter } = await campaignHours.accounts.lock(
      { advertiserId },
      at,
      session,
    );
    for (const [hours, tally] of [hourBefore, hour, hourAfter].entries())
      if (tally) found.set(hourTallyIdOf(advertiserId, hoursFrom(at, hours - 1)), tally);
  }
  return found;
}

/** Charges of days of other servers. */
export function getPeerDays(
  { peerDays }: VerificationContext,
  moments: readonly PeerMoment[],
  session: DatabaseSession,
): Promise<PeerBatchFacts['peerDays']> {
  const days = moments.flatMap(({ peer, occurredAt }) =>
    peer ? peerDayIdOf(peer.address, occurredAt) : [],
  );
  return peerDays.list([...new Set(days)], session);
}

const hoursFrom = (at: Date, hours: number) => new Date(at.getTime() + hours * hourMs);
