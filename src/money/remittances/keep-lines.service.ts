import { dayMs } from '../../time';
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
  for (const paymentId of await ctx.remittances.listTied(paymentIds)) {
    const remittance = await ctx.remittances.findByPayment(paymentId);
    if (remittance) await keepLines(ctx, remittance);
  }
}
