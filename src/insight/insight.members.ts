import type { SigningKeys } from '../platform/keys/signing-key.store';
import type { WindowLimiter } from '../platform/limits/window-limiter';
import type { FairTurns } from '../platform/limits/fair-turns';
import type { createInsightStores } from './insight.stores';
import type { RequestCounts } from './statistics/requests/request-counts';

/** All members that this wing gives to the context, but for `live`, which reads by other slices. */
export interface InsightMembers extends Readonly<ReturnType<typeof createInsightStores>> {
  readonly requestCounts: RequestCounts;
  /** Answers that are read at once. */
  readonly statisticsTurns: FairTurns;
  /** Forecasts that are made at once. */
  readonly forecastTurns: FairTurns;
  readonly forecastLimiter: WindowLimiter;
  /** Sign the links by which mails are ended; the first one signs, all of them verify. */
  readonly unsubscribeKeys: SigningKeys;
  /** Attempts of this process to deliver messages. */
  readonly webhookAttempts: { taken: number; failed: number };
}
