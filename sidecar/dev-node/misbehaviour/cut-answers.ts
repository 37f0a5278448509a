import type { MisbehaviourKind } from './kind';

export const cutAnswers: MisbehaviourKind = {
  summary: 'connections end within some answers, what was asked for being done',
  misbehave({ spell, chance }) {
    spell.cut += chance.between(1, 4);
    return true;
  },
};
