import { formatAmount } from '../../../amount';
import type { Peer } from '../../../peers/directory/peer';
import { peerAccountIdOf } from '../../../peers/directory/peer-account.service';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { dayMs } from '../../../time';
import type { Payment } from '../../payments/payment';
import { DetailsSum } from '../../remittances/details-sum';
import type { Remittance, RemittanceDetails } from '../../remittances/remittance';
import { linesOfBlock } from '../../remittances/remittance-line.store';
import type { BookCheck, BookCheckContext } from './book-check';

const pageSize = 500;
/** Lines are kept some days longer. */
const comparedMs = 95 * dayMs;

/** Each remittance is read at one moment with its payment, and each payment to a server with its remittance. */
export const paidRemittances: BookCheck = {
  name: 'remittances',
  proves:
    'every payment to another server has its details, which come to it, and their lines are as they were told',
  async run(ctx) {
    let checked = 0;
    for (let afterId = ''; ; ) {
      const page = await ctx.remittances.listAll(afterId, pageSize);
      for (const { id } of page) {
        const problem =
          (await ctx.inTransaction((session) => problemOfPayment(ctx, id, session))) ??
          (await problemOfLines(ctx, id));
        if (problem !== null) return { checked, problem };
        checked += 1;
      }
      const last = page.at(-1);
      if (!last) break;
      afterId = last.id;
    }
    return { checked, problem: await findUntied(ctx) };
  },
};

async function problemOfPayment(
  ctx: BookCheckContext,
  id: string,
  session: DatabaseSession,
): Promise<string | null> {
  const remittance = await ctx.remittances.find(id, session);
  if (remittance === null) return null;
  const { state, paymentId, accountId, details } = remittance;
  if (state === 'collecting' || state === 'ready')
    return paymentId === null ? null : `remittance ${id} is ${state}, but has a payment`;
  if (paymentId === null || details === null)
    return `remittance ${id} is ${state}, but has no ${details === null ? 'details' : 'payment'}`;
  const [payment] = await ctx.payments.listByIds([paymentId], session);
  if (payment?.accountId !== accountId) return `remittance ${id} has no payment of its server`;
  if (payment.amount !== details.sum)
    return `payment ${paymentId} is ${formatAmount(payment.amount)}, its details come to ${formatAmount(details.sum)}`;
  // A payment that is returned frees its details a turn later.
  return state === 'returned' && payment.state !== 'returned'
    ? `remittance ${id} is returned, its payment ${paymentId} is ${payment.state}`
    : null;
}

/** Of details that are whole: the lines have their number, sum and digest. */
async function problemOfLines(ctx: BookCheckContext, id: string): Promise<string | null> {
  const before = await ctx.remittances.find(id);
  if (before === null || !isCompared(before, ctx.now())) return null;
  const lines = await sumUp(ctx, id);
  const after = await ctx.remittances.find(id);
  // The details were written anew meanwhile.
  if (after?.readyAt?.getTime() !== before.readyAt?.getTime()) return null;
  const { details } = before;
  return details && isSame(details, lines)
    ? null
    : `the lines of remittance ${id} are not those that its details tell of`;
}

const isCompared = ({ details, readyAt }: Remittance, now: Date): boolean =>
  details !== null && readyAt !== null && now.getTime() - readyAt.getTime() < comparedMs;

const isSame = (one: RemittanceDetails, other: RemittanceDetails): boolean =>
  one.count === other.count && one.sum === other.sum && one.digest === other.digest;

async function sumUp({ remittances }: BookCheckContext, id: string): Promise<RemittanceDetails> {
  const sum = new DetailsSum();
  for (;;) {
    const lines = await remittances.listLines(id, { offset: sum.count, limit: linesOfBlock });
    for (const line of lines) sum.add(line);
    if (lines.length < linesOfBlock) return sum.end();
  }
}

/** The problem of the first payment to another server that has no details; null: each has. */
async function findUntied(ctx: BookCheckContext): Promise<string | null> {
  for (let afterId: string | null = null; ; ) {
    const page: readonly Peer[] = await ctx.peers.listAll(
      { state: null },
      { first: pageSize, afterId },
    );
    for (const { address } of page) {
      const problem = await findUntiedOf(ctx, address);
      if (problem !== null) return problem;
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return null;
    afterId = last.address;
  }
}

async function findUntiedOf(ctx: BookCheckContext, address: string): Promise<string | null> {
  const accountId = peerAccountIdOf(address);
  for (let afterId: string | null = null; ; ) {
    const page: readonly Payment[] = await ctx.payments.listAll(
      { accountId },
      { first: pageSize, afterId },
    );
    for (const { id } of page)
      if ((await ctx.remittances.findByPayment(id)) === null)
        return `payment ${id} to ${address} has no details`;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return null;
    afterId = last.id;
  }
}
