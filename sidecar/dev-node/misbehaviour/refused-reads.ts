import type { MisbehaviourKind } from './kind';

/** @see docs/ledger-protocol.md §17.4 */
export const refusedReads: MisbehaviourKind = {
  summary: 'get_transaction answers 42 or 44 for a while, even of what is in a closed block',
  misbehave({ spell, chance }) {
    spell.refusals += chance.between(1, 4);
    return true;
  },
};
