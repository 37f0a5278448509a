import { formatAmount } from '../../amount';
import type { PaymentContext } from '../../money/payments/payment.context';
import type { VerificationContext } from '../../money/verification/verification.context';
import type { Payment } from '../../money/payments/payment';
import type { VerifiedEvent } from '../../money/verification/verified-event';
import { demoId } from './demo-site';

type Context = Pick<VerificationContext, 'verifiedEvents'> & Pick<PaymentContext, 'payments'>;

/** How far an event of the demo's site has come; amounts are coins. */
export interface DemoEvent {
  readonly kind: string;
  readonly status: 'pending' | 'accepted' | 'rejected';
  readonly reason: string | null;
  /** The other server whose ad it was, which pays: its account on the ledger. null: it was an ad of ours. */
  readonly demandServer: string | null;
  readonly charge: string | null;
  readonly revenue: string | null;
  /** The first one that was made after it was booked; null: none yet. */
  readonly payment: {
    readonly state: string;
    readonly address: string;
    readonly amount: string;
    readonly transactionId: string | null;
  } | null;
}

/** A view, a click, and some that were sent again. */
const mostEvents = 10;

/**
 * How far the events of a case on the demo's site are, views first: the page that made the case asks. Of other
 * sites nothing is told.
 */
export async function listDemoEvents(ctx: Context, caseId: string): Promise<readonly DemoEvent[]> {
  const events = await ctx.verifiedEvents.listOfCase(caseId, mostEvents);
  const own = events.filter(({ siteId }) => siteId === demoId('site'));
  const inOrder = own.sort((one, other) => other.kind.localeCompare(one.kind));
  return Promise.all(inOrder.map(async (event) => toDemoEvent(event, await paymentOf(ctx, event))));
}

async function paymentOf(
  { payments }: Context,
  { publisherId, verdict }: VerifiedEvent,
): Promise<Payment | null> {
  if (verdict?.entryId == null) return null;
  return payments.findAfter(publisherId, verdict.judgedAt);
}

function toDemoEvent(
  { kind, verdict, demandServer }: VerifiedEvent,
  payment: Payment | null,
): DemoEvent {
  return {
    kind,
    status: verdict?.status ?? 'pending',
    reason: verdict?.reason ?? null,
    demandServer: demandServer ?? null,
    charge: verdict ? formatAmount(verdict.charge) : null,
    revenue: verdict ? formatAmount(verdict.revenue) : null,
    payment: payment && {
      state: payment.state,
      address: payment.address,
      amount: formatAmount(payment.amount),
      transactionId: payment.transactionId,
    },
  };
}
