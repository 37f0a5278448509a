import { createId } from '../../id';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { RemittanceContext } from './remittance.context';

type KeepingContext = Pick<
  RemittanceContext,
  'inTransaction' | 'randomBytes' | 'remittances' | 'peerEarnings' | 'payments'
>;

/**
 * Removes events that other servers have earned by, where no confirmed payment tells what they have earned: that is kept, as it
 * is of conversions, and told with the next payment.
 */
export async function keepEarnings(
  ctx: KeepingContext,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  await ctx.inTransaction(async (session) => {
    const earnings = await ctx.peerEarnings.listOfEvents(eventIds, session);
    const told = new Set<string>();
    for (const id of new Set(earnings.flatMap(({ remittanceId }) => remittanceId ?? [])))
      if (await isToldForGood(ctx, id, session)) told.add(id);
    await ctx.peerEarnings.keepWithoutEvents(
      earnings.filter(({ remittanceId }) => remittanceId === undefined || !told.has(remittanceId)),
      session,
    );
  });
}

/** Details that are not paid yet are collected anew: a run that reads them now may miss what moves. */
async function isToldForGood(
  ctx: KeepingContext,
  id: string,
  session: DatabaseSession,
): Promise<boolean> {
  const remittance = await ctx.remittances.find(id, session);
  if (remittance === null) return false;
  const { state, paymentId } = remittance;
  if (state === 'collecting' || state === 'ready')
    await ctx.remittances.takeUp(id, { from: state, collector: createId(ctx) }, session);
  if (paymentId === null) return false;
  const [payment] = await ctx.payments.listByIds([paymentId], session);
  return payment?.state === 'confirmed';
}
