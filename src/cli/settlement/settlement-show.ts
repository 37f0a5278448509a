import { formatAmount } from '../../amount';
import { findFinalityProblem } from '../../money/payments/final-hours.service';
import { listWaitingEarnings } from '../../money/payments/payment.service';
import { reportSettlement } from '../../money/payments/settlement.service';
import { mostOfAll } from '../../platform/lists/all';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { readId } from '../option-text';
import { describeSettlement, toSettlementJson } from '../payment/payment-text';
import { withServices } from '../services';

export const settlementShow = defineCommand({
  name: 'settlement show',
  summary: 'Shows what is on its way, and whose earnings wait and why.',
  details: `At most ${mostOfAll} accounts; the next ones are those --after the last id.`,
  options: {
    after: { value: '<id>', description: 'only accounts behind this one' },
    uri: uriOption,
  },
  run: ({ after, uri }, ctx) =>
    withServices({ uri }, ctx, async (services) => {
      const report = await reportSettlement(services);
      const finalityProblem = await findFinalityProblem(services);
      const page = { first: mostOfAll, afterId: readId('--after', after) };
      const found = await listWaitingEarnings(services, page);
      const waiting = found.map(
        ({ accountId, amount, payable, address, reason, unpaidReason, isHeld }) => ({
          publisherId: accountId,
          amount: formatAmount(amount),
          payable: formatAmount(payable),
          ...{ address, reason, unpaidReason, isHeld },
        }),
      );
      const lines = waiting.map(
        ({ publisherId, amount, reason }) =>
          `${publisherId}  ${amount} coins: ${reason ?? 'with the next turn'}`,
      );
      return {
        text: [
          describeSettlement(report),
          ...(finalityProblem === null ? [] : [finalityProblem]),
          ...lines,
        ].join('\n'),
        json: { ...toSettlementJson(report), finalityProblem, waiting },
      };
    }),
});
