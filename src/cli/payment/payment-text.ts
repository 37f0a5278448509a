import { formatAmount } from '../../amount';
import type { Payment } from '../../money/payments/payment';
import type { SettlementReport } from '../../money/payments/settlement.service';

export const paymentArgument = { name: 'id', description: 'id of the payment' } as const;

/** A payment as `--json` prints it: amounts are coins. */
export function toPaymentJson(payment: Payment) {
  const { id, kind, accountId, address, amount, state, transactionId, reason } = payment;
  return {
    ...{ id, kind, publisherId: accountId, address, amount: formatAmount(amount), state },
    ...{ transactionId, reason },
    preparedAt: payment.preparedAt.toISOString(),
    sentAt: payment.sentAt?.toISOString() ?? null,
    confirmedAt: payment.confirmedAt?.toISOString() ?? null,
    returnedAt: payment.returnedAt?.toISOString() ?? null,
  };
}

/** How settlement stands as `--json` prints it: amounts are coins. */
export function toSettlementJson(report: SettlementReport) {
  return {
    pausedReason: report.pausedReason,
    pausedAt: report.pausedAt?.toISOString() ?? null,
    problem: report.problem,
    problems: report.problems.map((one) => ({ ...one, since: one.since?.toISOString() ?? null })),
    messageId: report.position?.messageId ?? null,
    day: report.day,
    preparedOnDay: formatAmount(report.dayAmount),
    finalUntil: report.finalUntil?.toISOString() ?? null,
    onTheirWay: formatAmount(report.onTheirWay),
    open: report.open.map((batch) => ({
      id: batch.id,
      state: batch.state,
      messageId: batch.position.messageId,
      amount: formatAmount(batch.amount),
      fee: formatAmount(batch.fee),
      payments: batch.paymentIds.length,
      problem: batch.problem,
    })),
  };
}

/** The same in lines. */
export function describeSettlement(report: SettlementReport): string {
  const { pausedReason, problems, onTheirWay, finalUntil, open } = toSettlementJson(report);
  return [
    pausedReason === null ? 'settlement goes on' : `settlement is paused: ${pausedReason}`,
    ...problems.flatMap(({ kind, text, since, remedy }) => [
      `problem (${kind}${since === null ? '' : `, since ${since}`}): ${text}`,
      `  what to do: ${remedy}`,
    ]),
    `${onTheirWay} coins are on their way`,
    finalUntil === null ? 'no hour is final yet' : `hours are final up to ${finalUntil}`,
    ...open.map(
      (one) =>
        `msid ${one.messageId}: ${one.state}, ${one.amount} coins to ${one.payments} payees${one.problem === null ? '' : `: ${one.problem}`}`,
    ),
  ].join('\n');
}
