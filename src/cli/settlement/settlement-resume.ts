import { resumeSettlement } from '../../money/payments/settlement.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { describeSettlement, toSettlementJson } from '../payment/payment-text';
import { withServices } from '../services';

export const settlementResume = defineCommand({
  name: 'settlement resume',
  summary: 'Goes on with payments that were paused.',
  details:
    'Where it has stopped by itself, because somebody else had paid payees from the account, hold the books against the ledger first.',
  options: {
    'from-ledger': {
      description:
        'from where the ledger is, whatever was known of it: a node that is behind is believed, and what others have sent is not looked at',
    },
    uri: uriOption,
  },
  async run({ 'from-ledger': fromLedger, uri }, ctx) {
    const report = await withServices({ uri }, ctx, (services) =>
      resumeSettlement(services, { fromLedger }),
    );
    return { text: describeSettlement(report), json: toSettlementJson(report) };
  },
});
