import { hourMs, minuteMs } from '../../../time';
import { hourOf, nextHourOf } from '../../../hour';
import type { PayableTerms } from '../../books/earnings.store';
import type { RateContext } from '../../rates/rate.context';
import type { PaymentContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import type { Settlement } from '../settlement.store';

/** So long after its last offer has run out an hour is final, once all that it pays for has a verdict. */
const finalAfterMs = 10 * minuteMs;

const lastHourOver = ({ config, now }: Pick<PaymentContext, 'config' | 'now'>): Date =>
  hourOf(new Date(now().getTime() - config.offerMinutes * minuteMs - finalAfterMs));

/**
 * Notes up to when hours are final. One that is final stays so: what is judged of it afterwards is payable at once.
 *
 * @throws {TurnLostError}
 */
export async function noteFinalHours(ctx: PaymentContext, turn: SettlementTurn): Promise<void> {
  const { finalUntil: known } = turn.settlement;
  let until = lastHourOver(ctx);
  while (known === null || until > known) {
    const pending = await ctx.openVerdicts.findBefore(until);
    if (pending === null) {
      await turn.write({ finalUntil: until });
      return;
    }
    until = hourOf(pending);
  }
}

/** Why the first hour that could be final is not, for an operator; null: the next turn of settlement says that it is. */
export async function findFinalityProblem(
  ctx: PaymentContext & Pick<RateContext, 'rates'>,
): Promise<string | null> {
  const { finalUntil: hour } = await ctx.settlements.get();
  if (hour === null || hour >= lastHourOver(ctx)) return null;
  if ((await ctx.openVerdicts.findBefore(nextHourOf(hour))) === null) return null;
  return (await ctx.rates.findRate(hour)) === null
    ? 'events of the next hour wait for an exchange rate, and payments of all later hours with them: adgate rate set'
    : 'events of the next hour have no verdict yet, and payments of all later hours wait with them: adgate job list says what keeps verify-events; ADGATE_PAY_PART_HOURS=1 pays meanwhile what has a verdict';
}

/** The state of settlement that payees are looked at by. */
export interface DueTerms {
  /** Only earnings by events of hours before this time are paid; null: of any hour. */
  readonly until: Date | null;
  /** True where there was too little money for all payees. */
  readonly isScarce: boolean;
}

export function dueTermsOf(
  ctx: Pick<PaymentContext, 'config' | 'now'>,
  settlement: Pick<Settlement, 'finalUntil' | 'problem'>,
): DueTerms {
  return { until: payableUntil(ctx, settlement), isScarce: settlement.problem !== null };
}

/**
 * Only earnings by events of hours before this time are paid, which are final, and over for long enough that what is found out
 * about them can be taken back; null: of any hour.
 */
export function payableUntil(
  { config, now }: Pick<PaymentContext, 'config' | 'now'>,
  { finalUntil }: Pick<Settlement, 'finalUntil'>,
): Date | null {
  const { arePartHoursPaid, delayHours } = config.payouts;
  if (arePartHoursPaid) return null;
  const overUntil = hourOf(new Date(now().getTime() - delayHours * hourMs));
  if (finalUntil === null) return new Date(0);
  return finalUntil < overUntil ? finalUntil : overUntil;
}

/** The same for the books. */
export const payableTermsOf = (
  ctx: Pick<PaymentContext, 'config' | 'now'>,
  settlement: Pick<Settlement, 'finalUntil'>,
): PayableTerms => ({ until: payableUntil(ctx, settlement), now: ctx.now() });
