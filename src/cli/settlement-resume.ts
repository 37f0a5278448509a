import { resumeSettlement } from '../money/payments/settlement.service';
import { defineCommand } from './command';
import { uriOption } from './database';
import { describeSettlement, toSettlementJson } from './payment-text';
import { withServices } from './services';

export const settlementResume = defineCommand({
  name: 'settlement resume',
  summary: 'Goes on with payments that were paused.',
  details:
    'Where it has stopped by itself, because somebody else had paid payees from the account, hold the books against the ledger first: it goes on from where the ledger is.',
  options: { uri: uriOption },
  async run({ uri }, ctx) {
    const report = await withServices({ uri }, ctx, resumeSettlement);
    return { text: describeSettlement(report), json: toSettlementJson(report) };
  },
});
