import { createId } from '../../id';
import { peerAccountIdOf } from '../../peers/directory/peer-account.service';
import type { DatabaseSession } from '../../platform/database/transaction';
import { isDuplicateKey } from '../../validation';
import { earningsOf } from '../books/book';
import type { UnpaidEarnings } from '../books/earnings.store';
import { payableUntil } from '../payments/due/final-hours.service';
import { keepLines } from './keep-lines.service';
import { noteLate } from './late-remittance.service';
import { isFor, type Remittance } from './remittance';
import type { RemittanceContext } from './remittance.context';
import { type WriteDetails, writeLines } from './write-lines.service';

const peersAtOnce = 500;

/**
 * Writes the details of what other servers are to be paid, before it is paid. Every step may be done again: wherever it ends,
 * the next run goes on.
 *
 * @see docs/money.md "Other servers"
 */
export async function prepareRemittances(
  ctx: RemittanceContext,
  signal: AbortSignal,
): Promise<void> {
  if (ctx.peerMode === 'off') return;
  const until = payableUntil(ctx, await ctx.settlements.get());
  for (let afterId: string | null = null; ; ) {
    const page = await ctx.peers.listAll({ state: null }, { first: peersAtOnce, afterId });
    const addresses = new Map(page.map(({ address }) => [peerAccountIdOf(address), address]));
    const ids = [...addresses.keys()];
    const open = await ctx.remittances.listOpen(ids);
    for (const earnings of await ctx.books.listEarningsOf(ids, { until, now: ctx.now() })) {
      signal.throwIfAborted();
      const address = addresses.get(earnings.accountId) ?? '';
      await prepareOne(ctx, open.get(earnings.accountId) ?? null, { earnings, until, address });
    }
    const last = page.at(-1);
    if (!last || page.length < peersAtOnce) return;
    afterId = last.address;
  }
}

async function prepareOne(
  ctx: RemittanceContext,
  open: Remittance | null,
  of: {
    readonly earnings: UnpaidEarnings;
    readonly until: Date | null;
    readonly address: string;
  },
): Promise<void> {
  const { earnings, until, address } = of;
  const { accountId, payable } = earnings;
  if (payable <= 0n) return;
  if (open !== null) await noteLate(ctx, open, { ...earnings, address });
  if (open !== null && isFor(open, payable)) return keepLines(ctx, open);
  await releaseReturned(ctx, accountId);
  const hasUntold = await ctx.peerEarnings.hasUntold(accountId, until);
  // They would come to the same, every few seconds, and keep all payments waiting.
  if (open?.state === 'ready' && !hasUntold) return keepLines(ctx, open);
  if (open === null && !hasUntold) {
    // A payment may have been prepared since the earnings were read. Else no event tells of them, and operators are told of that.
    if ((await ctx.books.balanceOf(earningsOf(accountId))) < payable) return;
  }
  await collect(ctx, open ?? (await begin(ctx, accountId)), until);
}

/** Writes the details of all that a server has earned and no payment tells, whether or not they come to what it is to be paid. */
export async function writeDetailsAnew(
  ctx: RemittanceContext,
  accountId: string,
  until: Date | null,
): Promise<void> {
  await releaseReturned(ctx, accountId);
  const open = (await ctx.remittances.listOpen([accountId])).get(accountId);
  await collect(ctx, open ?? (await begin(ctx, accountId)), until);
}

/** Earnings whose payment was returned are told with the next one. */
async function releaseReturned(ctx: RemittanceContext, accountId: string): Promise<void> {
  for (const { id } of await listReturned(ctx, accountId)) {
    await ctx.peerEarnings.unmark(accountId, id);
    await ctx.remittances.change(id, 'paid', { state: 'returned' });
  }
}

/** Those whose payment was returned, and whose cases no other one tells yet. @param session default: none */
export async function listReturned(
  ctx: RemittanceContext,
  accountId: string,
  session?: DatabaseSession,
): Promise<readonly Remittance[]> {
  const returned = await ctx.payments.listReturnedIds(accountId, session);
  const all = await ctx.remittances.listByPayments(returned, session);
  return all.filter(({ state }) => state === 'paid');
}

async function begin(ctx: RemittanceContext, accountId: string): Promise<Remittance> {
  const remittance: Remittance = {
    ...{ id: createId(ctx), accountId, state: 'collecting', details: null },
    ...{ beganAt: ctx.now(), readyAt: null, paymentId: null, lateAt: null },
  };
  try {
    await ctx.remittances.insert(remittance);
    return remittance;
  } catch (error) {
    const other = isDuplicateKey(error)
      ? (await ctx.remittances.listOpen([accountId])).get(accountId)
      : undefined;
    if (other) return other;
    throw error;
  }
}

/** Takes up what was earned, and writes all lines. */
async function collect(
  ctx: RemittanceContext,
  remittance: Remittance,
  until: Date | null,
): Promise<void> {
  const { id, accountId, state } = remittance;
  const collector = createId(ctx);
  // A payment may have taken it since it was read: what was earned since is told with the next one.
  if (!(await ctx.remittances.takeUp(id, { from: state, collector }))) return;
  // A process that was halted may go on while another one collects, or once it is paid.
  const write: WriteDetails = (work) =>
    ctx.inTransaction(async (session) => {
      await ctx.remittances.assertCollector(id, collector, session);
      return work(session);
    });
  const mark = { remittanceId: id, until };
  const markSome = () => write((session) => ctx.peerEarnings.markSome(accountId, mark, session));
  while ((await markSome()) > 0);
  const details = await writeLines(ctx, remittance, write);
  const ready = { state: 'ready', details, readyAt: ctx.now() } as const;
  await write((session) => ctx.remittances.change(id, 'collecting', ready, session));
  ctx.log.debug({ accountId, remittance: id, lines: details.count }, 'details are written');
}
