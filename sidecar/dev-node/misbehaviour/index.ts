import type { MisbehaviourKind } from './kind';
import { othersNumbers } from './others-numbers';
import { refusedReads } from './refused-reads';
import { repackedMessages } from './repacked-messages';
import { repeatedLines } from './repeated-lines';
import { staleIds } from './stale-ids';

/** Every kind by its name, as operators write it. */
export const misbehaviourKinds = {
  'stale-ids': staleIds,
  'repacked-messages': repackedMessages,
  'others-numbers': othersNumbers,
  'repeated-lines': repeatedLines,
  'refused-reads': refusedReads,
} as const satisfies Readonly<Record<string, MisbehaviourKind>>;

export type MisbehaviourName = keyof typeof misbehaviourKinds;

export function isMisbehaviourName(name: string): name is MisbehaviourName {
  return Object.hasOwn(misbehaviourKinds, name);
}
