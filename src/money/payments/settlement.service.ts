import { type Amount } from '../../amount';
import { parseReason } from '../../reason';
import type { PaymentBatch } from './payment';
import type { PaymentContext } from './payment.context';
import { problemsOf, type SettlementProblem } from './settlement-problems';
import type { Settlement } from './settlement.store';

/** How settlement stands, for operators. */
export interface SettlementReport extends Settlement {
  readonly problems: readonly SettlementProblem[];
  /** The server's account. */
  readonly ledgerAddress: string;
  /** Transactions that the ledger has not decided on. */
  readonly open: readonly PaymentBatch[];
  /** Unit: 10^-11 coins; of payments that are on their way. */
  readonly onTheirWay: Amount;
}

export async function reportSettlement(ctx: PaymentContext): Promise<SettlementReport> {
  const clearing = await ctx.books.balancesOf(['clearing:payments']);
  const settlement = await ctx.settlements.get();
  const problems = problemsOf(settlement);
  return {
    ...settlement,
    problems,
    // The gravest, for those who look at one.
    problem: problems[0]?.text ?? null,
    ledgerAddress: ctx.config.ledgerAddress,
    open: await ctx.paymentBatches.listOpen(),
    onTheirWay: clearing.get('clearing:payments') ?? 0n,
  };
}

/** Unit: 10^-11 coins; null where there is no wallet, or it does not answer: the rest of a report is worth showing. */
export async function findLedgerBalance({ ledger, log }: PaymentContext): Promise<Amount | null> {
  if (ledger === null) return null;
  try {
    return (await ledger.readOwnAccount()).balance;
  } catch (error) {
    log.warn({ err: error }, 'the balance on the ledger could not be read');
    return null;
  }
}

/**
 * Prepares no further payments. Those that are prepared go on: the ledger may have them.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a reason that says nothing, or too much
 */
export async function pauseSettlement(
  ctx: PaymentContext,
  reason: string,
): Promise<SettlementReport> {
  const pausedReason = parseReason(reason);
  await ctx.settlements.set({ pausedReason, pausedAt: ctx.now() });
  return reportSettlement(ctx);
}

/**
 * Goes on with payments that were paused.
 *
 * @param fromLedger also forgets where the account on the ledger was seen last: what others have sent since is not looked
 * at, and a node that is behind is believed. For an operator who has held the books against the ledger
 */
export async function resumeSettlement(
  ctx: PaymentContext,
  { fromLedger }: { readonly fromLedger: boolean },
): Promise<SettlementReport> {
  const resumed = { pausedReason: null, pausedAt: null };
  await ctx.settlements.set(fromLedger ? { ...resumed, position: null } : resumed);
  return reportSettlement(ctx);
}
