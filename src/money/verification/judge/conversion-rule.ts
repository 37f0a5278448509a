import type { Amount } from '../../../amount';
import type { RecordedConversion } from '../../../market/recorded-conversions/recorded-conversion';
import type { SpendingFacts, VerdictRule } from './verdict-rule';
import type { VerdictStatus } from '../verdict';

/** The event that a case of a conversion is known by. */
export interface EventOutcome {
  /** null: it has no verdict yet. */
  readonly status: VerdictStatus | null;
  /** USD that its find offered. */
  readonly price: Amount | null;
  readonly needsConfirmation: boolean;
}

/** Says that any of these events was accepted. */
export const isAnyAccepted = (outcomes: readonly (EventOutcome | null)[]): boolean =>
  outcomes.some((outcome) => outcome?.status === 'accepted');

/** All that is known of a conversion when it is its turn. */
export interface ConversionFacts extends SpendingFacts {
  /** The events of its cases, in their order; null: none was recorded. */
  readonly outcomes: readonly (EventOutcome | null)[];
  /** True where the conversion is paid out of its hour's budget. */
  readonly isInBudget: boolean;
}

/** A rule that conversions are judged by: whole or nothing. */
export interface ConversionRule extends VerdictRule {
  /** Says that the conversion is rejected for this reason. */
  refusesConversion(conversion: RecordedConversion, facts: ConversionFacts): boolean;
}
