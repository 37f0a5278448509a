import { decode } from '../../ledger/codec';
import { logEntry } from '../../ledger/log-entry';
import type { MisbehaviourKind } from './kind';
import { newestLines } from './log-lines';

/** How often lines stood there in a real node's log. */
const seenTimes = [9, 18] as const;

/** @see docs/ledger-protocol.md §17.4 */
export const repeatedLines: MisbehaviourKind = {
  summary: 'logs have the lines of their newest transaction 9 or 18 times',
  followsRestart: true,
  misbehave({ scene, chance }) {
    const { store, head, blockSeconds } = scene;
    const lines = newestLines(store.db, head.block - blockSeconds);
    const times = seenTimes[chance.between(0, 1)] ?? 0;
    for (let time = 1; time < times; time += 1)
      for (const { user, entry } of lines) store.appendLog(user, decode(logEntry, entry));
    return lines.length > 0;
  },
};
