import type { Amount } from '../../amount';
import type { FindOutcome } from '../../market/outcomes/outcome';

export interface OutcomeCount {
  readonly outcome: FindOutcome;
  readonly count: bigint;
}

export interface FeatureCount {
  readonly feature: string;
  readonly count: bigint;
}

/** How finds of some hours ended for a subject. */
export interface FindOutcomes {
  readonly finds: bigint;
  readonly counts: readonly OutcomeCount[];
  readonly features: readonly FeatureCount[];
  readonly typicalWinningCpm: Amount | null;
}

/** Features that are told. */
export const mostFeatures = 20;
