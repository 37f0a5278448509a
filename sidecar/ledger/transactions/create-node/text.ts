import { formatAmount } from '../../amount';
import { formatHex } from '../../hex';
import { formatBlockId } from '../../identifiers';
import type { LogEntry } from '../../log-entry';
import type { LedgerObject } from '../../text';
import type { BodyOf } from '../../transaction';
import { defineText } from '../../transaction-text';
import type { createNode } from './layout';

const members = {};

export const createNodeText = defineText<BodyOf<typeof createNode>, typeof members>({
  members,
  toBody: (_fields, header) => header,
  log: { describeAnswer },
});

function describeAnswer(entry: LogEntry): LedgerObject {
  return {
    block_id: formatBlockId(entry.position),
    ...(entry.node === 0
      ? { request: 'failed', amount: formatAmount(entry.amount) }
      : { node: String(entry.node), request: 'accepted' }),
    public_key: formatHex(entry.info),
  };
}
