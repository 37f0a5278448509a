import { type Amount, formatAmount } from '../../amount';
import { tellOperators } from '../../peers/directory/peer-notice';
import { dayMs } from '../../time';
import type { Remittance } from './remittance';
import type { RemittanceContext } from './remittance.context';

/** Other servers forget their cases after a week. */
const lateAfterMs = 5 * dayMs;
/** Less is not paid for long, as the network's fee would be more. Unit: 10^-11 coins. */
const leastLate: Amount = 10n ** 8n;

/** Tells operators once that a server has been owed something for 5 days. @see docs/contract.md §10 */
export async function noteLate(
  ctx: RemittanceContext,
  { id, beganAt, lateAt }: Remittance,
  { address, payable }: { readonly address: string; readonly payable: Amount },
): Promise<void> {
  const at = ctx.now();
  if (lateAt !== null || payable < leastLate) return;
  if (at.getTime() - beganAt.getTime() < lateAfterMs) return;
  const data = { address, owed: formatAmount(payable), since: beganAt.toISOString() };
  const isNoted = await ctx.inTransaction(async (session) => {
    const isFirst = await ctx.remittances.noteLate(id, at, session);
    if (isFirst) await tellOperators(ctx, { kind: 'peer.unpaid', data }, session);
    return isFirst;
  });
  // Another gateway may have noted the same remittance.
  if (isNoted) ctx.log.error(data, 'another server has not been paid for 5 days');
}
