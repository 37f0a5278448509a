import { dayMs } from '../../time';
import type { MoneyMembers } from '../money.members';
import type { Remittance } from './remittance';
import type { RemittanceContext } from './remittance.context';

/** So old lines get that somebody may yet ask for. */
const keptAgainMs = dayMs;

type KeepingContext = Pick<RemittanceContext, 'remittances' | 'now'>;

/** Lines are told for long after their payment is confirmed, which may take long: they last as if they were written now. */
export async function keepLines(
  { remittances, now }: KeepingContext,
  { id, state, readyAt }: Remittance,
): Promise<void> {
  const at = now();
  if (readyAt === null || at.getTime() - readyAt.getTime() < keptAgainMs) return;
  await remittances.keepLines(id, at);
  await remittances.change(id, state, { readyAt: at });
}

/** The same for payments that are about to be confirmed. Those to others have no lines. */
export async function keepLinesOf(
  ctx: KeepingContext,
  paymentIds: readonly string[],
): Promise<void> {
  for (const remittance of await ctx.remittances.listByPayments(paymentIds))
    await keepLines(ctx, remittance);
}

/** The same for payments that have hung for a day: the ledger may confirm them after any time. */
export async function keepLinesOfHanging(
  ctx: KeepingContext & Pick<MoneyMembers, 'paymentBatches'>,
): Promise<void> {
  const before = ctx.now().getTime() - keptAgainMs;
  const open = await ctx.paymentBatches.listOpen();
  const hanging = open.filter(({ preparedAt }) => preparedAt.getTime() <= before);
  const paymentIds = hanging.flatMap((batch) => batch.paymentIds);
  if (paymentIds.length > 0) await keepLinesOf(ctx, paymentIds);
}
