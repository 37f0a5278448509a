import { blockRecords } from '../../block-log';
import { setBits, unsetBits } from '../../status-bits';
import { assembleTransaction } from '../../transaction-kind';
import { setNodeStatus, unsetNodeStatus } from './layout';
import { nodeStatusRule } from './rule';
import { nodeStatusText as text } from './text';

export const setNodeStatusTransaction = assembleTransaction(setNodeStatus, {
  text,
  rule: nodeStatusRule({
    change: setBits,
    phase: 'bitsSet',
    record: blockRecords.nodeStatusSet,
  }),
});

export const unsetNodeStatusTransaction = assembleTransaction(unsetNodeStatus, {
  text,
  rule: nodeStatusRule({
    change: unsetBits,
    phase: 'bitsUnset',
    record: blockRecords.nodeStatusUnset,
  }),
});
