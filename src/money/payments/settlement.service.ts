import { type Amount } from '../../amount';
import type { PaymentBatch } from './payment';
import type { PaymentContext } from './payment.context';
import type { Settlement } from './settlement.store';

/** How settlement stands, for operators. */
export interface SettlementReport extends Settlement {
  /** Transactions that the ledger has not decided on. */
  readonly open: readonly PaymentBatch[];
  /** Unit: 10^-11 coins; of payments that are on their way. */
  readonly onTheirWay: Amount;
}

export async function reportSettlement(ctx: PaymentContext): Promise<SettlementReport> {
  const clearing = await ctx.books.balancesOf(['clearing:payments']);
  return {
    ...(await ctx.settlements.find()),
    open: await ctx.paymentBatches.listOpen(),
    onTheirWay: clearing.get('clearing:payments') ?? 0n,
  };
}

/** Prepares no further payments. Those that are prepared go on: the ledger may have them. */
export async function pauseSettlement(
  ctx: PaymentContext,
  reason: string,
): Promise<SettlementReport> {
  await ctx.settlements.set({ pausedReason: reason, pausedAt: ctx.now() });
  return reportSettlement(ctx);
}

/** Goes on, from where the ledger is then. */
export async function resumeSettlement(ctx: PaymentContext): Promise<SettlementReport> {
  await ctx.settlements.set({ pausedReason: null, pausedAt: null, position: null });
  return reportSettlement(ctx);
}
