import { pauseSettlement } from '../../money/payments/settlement.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { describeSettlement, toSettlementJson } from '../payment/payment-text';
import { withServices } from '../services';

export const settlementPause = defineCommand({
  name: 'settlement pause',
  summary: 'Prepares no further payments.',
  details: 'Payments that are prepared go on: the ledger may have them.',
  options: {
    reason: { value: '<text>', description: 'why, for other operators' },
    uri: uriOption,
  },
  async run({ reason, uri }, ctx) {
    const report = await withServices({ uri }, ctx, (services) =>
      pauseSettlement(services, reason ?? 'by an operator'),
    );
    return { text: describeSettlement(report), json: toSettlementJson(report) };
  },
});
