import type { RecordedConversion } from '../../market/recorded-conversions/recorded-conversion';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { CorrectedVerdict } from './again/correction.store';
import type { DueEvent } from './judge/judge';
import type { ConversionVerdict, Verdict } from './verdict';

/** The part of a verdict that is counted. */
export type CountedVerdict = Pick<
  Verdict,
  'status' | 'reason' | 'price' | 'rate' | 'charge' | 'demandFee' | 'supplyFee' | 'revenue'
>;
export type CountedConversionVerdict = CountedVerdict & Pick<ConversionVerdict, 'parts'>;

/** The changes of one transaction. */
export interface VerdictChanges {
  /** The partition of their advertisers. */
  readonly partition: number;
  /** Its number, as `nextBatch` has given it in the transaction: changes of one event have growing ones. */
  readonly batch: number;
  /** Events that have their first verdict. */
  readonly events: readonly { readonly event: DueEvent; readonly verdict: CountedVerdict }[];
  readonly conversions: readonly {
    readonly conversion: RecordedConversion;
    readonly verdict: CountedConversionVerdict;
  }[];
  /** Events and conversions that have another verdict than before. */
  readonly corrected: readonly CorrectedVerdict[];
}

/**
 * Is told of every verdict that is given or changed, in the transaction that stores it: what it writes with the session
 * is stored with the verdicts or not at all. Whoever stores a verdict calls it.
 */
export type VerdictListener = (changes: VerdictChanges, session: DatabaseSession) => Promise<void>;
