import { formatAmount } from '../../amount';
import { findFinalityProblem } from '../../money/payments/due/final-hours.service';
import {
  type CommunityFee,
  findCommunityFee,
} from '../../money/payments/orders/community-fee.service';
import { listWaitingEarnings } from '../../money/payments/payment.service';
import {
  pauseSettlement,
  reportSettlement,
  resumeSettlement,
  type SettlementReport,
} from '../../money/payments/settlement.service';
import { mostOfAll } from '../../platform/lists/all';
import type { Command } from '../command';
import { sliceAfter } from '../list-text';
import { readId, readReason } from '../option-text';
import { serviceCommand } from '../service-command';

export const settlementCommands: readonly Command[] = [
  serviceCommand({
    name: 'settlement show',
    summary: 'Shows what is on its way, and whose earnings wait and why.',
    details: `At most ${mostOfAll} accounts; the next ones are those --after the last id.`,
    options: {
      after: { value: '<id>', description: 'only accounts behind this one', read: readId },
    },
    work: async (services, { after }) => ({
      report: await reportSettlement(services),
      finalityProblem: await findFinalityProblem(services),
      communityFee: await findCommunityFee(services),
      waiting: await listWaitingEarnings(services, sliceAfter(after)),
    }),
    print({ report, finalityProblem, communityFee, waiting }) {
      const lines = waiting.map(
        ({ accountId, amount, reason }) =>
          `${accountId}  ${formatAmount(amount)} coins: ${reason ?? 'with the next turn'}`,
      );
      const shown = waiting.map(
        ({ accountId, amount, payable, address, reason, unpaidReason, isHeld }) => ({
          publisherId: accountId,
          amount: formatAmount(amount),
          payable: formatAmount(payable),
          ...{ address, reason, unpaidReason, isHeld },
        }),
      );
      return {
        text: [describeSettlement(report), finalityProblem, describeFee(communityFee), ...lines]
          .filter((line) => line !== null)
          .join('\n'),
        json: {
          ...toSettlementJson(report),
          finalityProblem,
          communityFee: { ...communityFee, amount: formatAmount(communityFee.amount) },
          waiting: shown,
        },
      };
    },
  }),
  serviceCommand({
    name: 'settlement pause',
    summary: 'Prepares no further payments.',
    details: 'Payments that are prepared go on: the ledger may have them.',
    options: {
      reason: { value: '<text>', description: 'why, for other operators', read: readReason },
    },
    work: (services, { reason }) => pauseSettlement(services, reason ?? 'by an operator'),
    print: printSettlement,
  }),
  serviceCommand({
    name: 'settlement resume',
    summary: 'Goes on with payments that were paused.',
    details:
      'Where it has stopped by itself, because somebody else had paid payees from the account, hold the books against the ledger first.',
    options: {
      'from-ledger': {
        description:
          'from where the ledger is, whatever was known of it: a node that is behind is believed, and what others have sent is not looked at',
      },
    },
    work: (services, { 'from-ledger': fromLedger }) => resumeSettlement(services, { fromLedger }),
    print: printSettlement,
  }),
];

function describeFee({ amount, address, reason }: CommunityFee): string | null {
  if (amount === 0n) return null;
  const waits = `the community's fee of ${formatAmount(amount)} coins`;
  return `${waits}${address === null ? '' : ` for ${address}`}: ${reason ?? 'with the next turn'}`;
}

function printSettlement(report: SettlementReport) {
  return { text: describeSettlement(report), json: toSettlementJson(report) };
}

/** How settlement stands as `--json` prints it: amounts are coins. */
function toSettlementJson(report: SettlementReport) {
  const { pausedReason, pausedAt, problem, problems, day, finalUntil } = report;
  return {
    ...{ pausedReason, pausedAt, problem, problems, day, finalUntil },
    messageId: report.position?.messageId ?? null,
    preparedOnDay: formatAmount(report.dayAmount),
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

function describeSettlement(report: SettlementReport): string {
  const { pausedReason, problems, onTheirWay, finalUntil, open } = toSettlementJson(report);
  return [
    pausedReason === null ? 'settlement goes on' : `settlement is paused: ${pausedReason}`,
    ...problems.flatMap(({ kind, text, since, remedy }) => [
      `problem (${kind}${since === null ? '' : `, since ${since.toISOString()}`}): ${text}`,
      `  what to do: ${remedy}`,
    ]),
    `${onTheirWay} coins are on their way`,
    finalUntil === null
      ? 'no hour is final yet'
      : `hours are final up to ${finalUntil.toISOString()}`,
    ...open.map(
      (one) =>
        `msid ${one.messageId}: ${one.state}, ${one.amount} coins to ${one.payments} payees${one.problem === null ? '' : `: ${one.problem}`}`,
    ),
  ].join('\n');
}
