import type { MisbehaviourKind } from './kind';

export const slowAnswers: MisbehaviourKind = {
  summary: 'some answers take up to two seconds',
  misbehave({ spell, chance }) {
    spell.slow += chance.between(1, 4);
    return true;
  },
};
