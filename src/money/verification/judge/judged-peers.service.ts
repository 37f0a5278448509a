import type { Amount } from '../../../amount';
import { tellOperators } from '../../../peers/directory/peer-notice';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { type AddedToDay, peerDayIdOf } from '../../budgets/peer-day.store';
import type { RejectionReason, VerdictStatus } from '../verdict';
import type { VerificationContext } from '../verification.context';
import type { JudgedEvent } from './event-rule';

/** Operators are told of a server that has at least so many events on a day, of which so many percent are refused. */
const leastJudged = 1_000;
const mostPercent = 30;

/** Refusals for which no server can be blamed: our campaigns are at their end. */
const ours: ReadonlySet<RejectionReason | null> = new Set<RejectionReason>([
  'campaign_not_running',
  'creative_not_running',
  'peer_limit',
  'budget_spent',
  'no_funds',
]);

interface JudgedPeerEvent {
  readonly event: JudgedEvent;
  readonly status: VerdictStatus;
  readonly reason: RejectionReason | null;
  readonly charge: Amount;
}

/**
 * Counts the verdicts on other servers' events, and their charges. Tells operators once a day of a server that had 30 percent of at
 * least 1,000 events refused. The server is not stopped: anybody can send events in its name.
 *
 * @param session of the transaction that gives the verdicts
 * @see docs/contract.md §10
 */
export async function countJudgedPeers(
  ctx: VerificationContext,
  judged: readonly JudgedPeerEvent[],
  session: DatabaseSession,
): Promise<void> {
  const { views, days } = countsOf(judged);
  if (days.size === 0) return;
  await ctx.peerTotals.addViews(views, session);
  await ctx.peerDays.add(days, session);
  for (const { id, address, day, ...counts } of await ctx.peerDays.listUntold(
    [...days.keys()],
    session,
  )) {
    const isMany = counts.rejected * 100 >= counts.judged * mostPercent;
    if (counts.judged < leastJudged || !isMany) continue;
    await ctx.peerDays.noteTold(id, ctx.now(), session);
    const data = { address, day: day.toISOString().slice(0, 10), ...counts };
    await tellOperators(ctx, { kind: 'peer.suspect', data }, session);
    ctx.log.warn(data, 'many events of another server are refused');
  }
}

function countsOf(judged: readonly JudgedPeerEvent[]) {
  const views = new Map<string, number>();
  const days = new Map<string, Required<AddedToDay>>();
  for (const { event, status, reason, charge } of judged) {
    const { peer, kind, occurredAt } = event;
    if (peer === undefined) continue;
    const { address } = peer;
    if (kind === 'impression' && status === 'accepted')
      views.set(address, (views.get(address) ?? 0) + 1);
    const id = peerDayIdOf(address, occurredAt);
    const known = days.get(id) ?? { judged: 0, rejected: 0, earned: 0n };
    const isRefused = status === 'rejected' && !ours.has(reason);
    days.set(id, {
      judged: known.judged + 1,
      rejected: known.rejected + (isRefused ? 1 : 0),
      earned: known.earned + charge,
    });
  }
  return { views, days };
}
