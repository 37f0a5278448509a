import { AppError, notFound } from '../../errors';
import { peerAccountIdOf } from '../../peers/directory/peer-account.service';
import {
  type DetailsQuestion,
  verifyDetailsQuestion,
} from '../../peers/signed-requests/verify-details-question.service';
import { dayMs } from '../../time';
import type { MoneyMembers } from '../money.members';
import type { Remittance, RemittanceLine } from './remittance';
import type { RemittanceContext } from './remittance.context';

/** Details are told for so long after their payment was confirmed. */
const toldForMs = 90 * dayMs;
const usualLimit = 1_000;
const mostLimit = 10_000;
const mostOffset = 999_999_999;

type DetailsContext = RemittanceContext & Pick<MoneyMembers, 'detailsCounts'>;

/** A page as it is asked for; null: as usual. */
export interface DetailsPage {
  readonly limit: string | null;
  readonly offset: string | null;
}

/**
 * Tells a server a page of the cases that a payment is for.
 *
 * @throws {AppError} `BAD_REQUEST` for a question that is not as it should be, `NOT_FOUND` for a payment that is not confirmed, is
 * another's or is older than 90 days
 * @see docs/peers.md §10
 */
export function tellPaymentDetails(
  ctx: DetailsContext,
  question: DetailsQuestion,
  page: DetailsPage,
): Promise<readonly RemittanceLine[]> {
  return ctx.detailsCounts.count(async () => {
    const limit = countOf('limit', page.limit, { usual: usualLimit, most: mostLimit });
    const offset = countOf('offset', page.offset, { usual: 0, most: mostOffset });
    const { id } = await findRemittance(ctx, question);
    return ctx.remittances.listLines(id, { offset, limit });
  });
}

/** Tells how many cases a payment is for, and their sum. @throws as `tellPaymentDetails` does */
export function tellPaymentMeta(ctx: DetailsContext, question: DetailsQuestion) {
  return ctx.detailsCounts.count(async () => {
    const { details } = await findRemittance(ctx, question);
    return { count: details?.count ?? 0, sum: details?.sum ?? 0n };
  });
}

/** No campaign of ours adds to what cases earn. @throws as `tellPaymentDetails` does */
export async function assertPaymentDetails(
  ctx: DetailsContext,
  question: DetailsQuestion,
): Promise<void> {
  await ctx.detailsCounts.count(() => findRemittance(ctx, question));
}

async function findRemittance(
  ctx: RemittanceContext,
  question: DetailsQuestion,
): Promise<Remittance> {
  if (ctx.peerMode === 'off') throw new AppError('NOT_FOUND', 'this server has no peers');
  const isKnown = (address: string) => ctx.peerDirectory.find(address) !== null;
  const { account, transactionId } = await verifyDetailsQuestion(ctx, question, isKnown);
  const payment = await ctx.payments.findConfirmed(peerAccountIdOf(account), transactionId);
  const told = payment?.confirmedAt ?? null;
  const isTold = told !== null && ctx.now().getTime() - told.getTime() <= toldForMs;
  const remittance = payment && isTold ? await ctx.remittances.findByPayment(payment.id) : null;
  if (!remittance) throw notFound('payment', transactionId);
  return remittance;
}

function countOf(
  name: string,
  text: string | null,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  if (text === null) return usual;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Infinity;
  if (count <= most) return count;
  throw new AppError('BAD_REQUEST', `${name} must be a whole number of at most ${most}`);
}
