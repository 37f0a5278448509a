import { cutAnswers } from './cut-answers';
import type { MisbehaviourKind } from './kind';
import { lateBlocks } from './late-blocks';
import { othersNumbers } from './others-numbers';
import { refusedReads } from './refused-reads';
import { repackedMessages } from './repacked-messages';
import { repeatedLines } from './repeated-lines';
import { replacedBlocks } from './replaced-blocks';
import { shortenedLogs } from './shortened-logs';
import { slowAnswers } from './slow-answers';
import { staleIds } from './stale-ids';

/** Every kind by its name, as operators write it. */
export const misbehaviourKinds = {
  'stale-ids': staleIds,
  'repacked-messages': repackedMessages,
  'others-numbers': othersNumbers,
  'repeated-lines': repeatedLines,
  'refused-reads': refusedReads,
  'shortened-logs': shortenedLogs,
  'late-blocks': lateBlocks,
  'replaced-blocks': replacedBlocks,
  'slow-answers': slowAnswers,
  'cut-answers': cutAnswers,
} as const satisfies Readonly<Record<string, MisbehaviourKind>>;

export type MisbehaviourName = keyof typeof misbehaviourKinds;

export const misbehaviourNames = Object.keys(misbehaviourKinds).filter(isMisbehaviourName);

export function isMisbehaviourName(name: string): name is MisbehaviourName {
  return Object.hasOwn(misbehaviourKinds, name);
}
