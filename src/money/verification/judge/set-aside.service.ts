import type { Amount } from '../../../amount';
import { hourIdOf, hourOf, nextHourOf } from '../../../hour';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { hourMs } from '../../../time';
import {
  type HourTally,
  hoursAround,
  hourTallyIdOf,
  openOf,
  type TimeSpan,
} from '../../budgets/hour-tally';
import { peerDayIdOf } from '../../budgets/peer-day.store';
import type { VerificationContext } from '../verification.context';
import type { PeerBatchFacts, PeerMoment } from './peers-of-batch';

/**
 * The money that is set aside of accounts whose funds have bounds, as it stays until the transaction has ended: by the ids of
 * `hourTallyIdOf`, of this hour and of the one before.
 */
export async function lockAccountHours(
  { accounts, campaignHours, now }: VerificationContext,
  advertiserIds: readonly string[],
  session: DatabaseSession,
): Promise<ReadonlyMap<string, HourTally>> {
  const found = new Map<string, HourTally>();
  if (advertiserIds.length === 0) return found;
  const [at, before] = [now(), new Date(now().getTime() - hourMs)];
  const limits = await accounts.listCreditLimits(advertiserIds);
  for (const advertiserId of advertiserIds.filter((id) => limits.get(id) != null)) {
    const tallies = await campaignHours.accounts.lock({ advertiserId }, at, session);
    if (tallies.hour) found.set(hourTallyIdOf(advertiserId, at), tallies.hour);
    if (tallies.hourBefore) found.set(hourTallyIdOf(advertiserId, before), tallies.hourBefore);
  }
  return found;
}

/** The days and what is set aside, as far as other servers' sites are in it. */
export async function getPeerFacts(
  ctx: VerificationContext,
  moments: readonly (PeerMoment & { readonly advertiserId: string })[],
  session: DatabaseSession,
): Promise<Pick<PeerBatchFacts, 'peerDays' | 'setAside'>> {
  const theirs = moments.filter(({ peer }) => peer !== undefined);
  const days = theirs.flatMap(({ peer, occurredAt }) =>
    peer ? peerDayIdOf(peer.address, occurredAt) : [],
  );
  const peerDays = await ctx.peerDays.list([...new Set(days)], session);
  const advertisers = [...new Set(theirs.map(({ advertiserId }) => advertiserId))];
  return { peerDays, setAside: await lockSetAside(ctx, advertisers, session) };
}

/**
 * USD that is set aside of accounts for offers of ours that are still good, by the number of their hour, as it stays until the
 * transaction has ended: gateways set nothing aside by the funds of before. Accounts whose funds have no bounds are left out.
 */
async function lockSetAside(
  { accounts, campaignHours, config, now }: VerificationContext,
  advertiserIds: readonly string[],
  session: DatabaseSession,
): Promise<PeerBatchFacts['setAside']> {
  const found = new Map<string, ReadonlyMap<number, Amount>>();
  if (advertiserIds.length === 0) return found;
  const at = now();
  const time = { at, offerMinutes: config.offerMinutes };
  const limits = await accounts.listCreditLimits(advertiserIds);
  for (const advertiserId of advertiserIds.filter((id) => limits.get(id) != null)) {
    const tallies = await campaignHours.accounts.lock({ advertiserId }, at, session);
    const open = (hour: Date) => [hourIdOf(hour), openOf(tallies, time, spanOf(hour))] as const;
    found.set(advertiserId, new Map(hoursAround(at).map(open)));
  }
  return found;
}

const spanOf = (hour: Date): TimeSpan => ({ from: hourOf(hour), to: nextHourOf(hour) });
