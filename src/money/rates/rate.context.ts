import type { Logger } from 'pino';
import type { FetchRate } from './rate-source';
import type { RateStore } from './rate.store';
import type { Rates } from './rates';

/** The context of the services and jobs of rates. */
export interface RateContext {
  readonly rates: Rates;
  readonly rateStore: RateStore;
  /** null where the settings name no URL. */
  readonly fetchRate: FetchRate | null;
  readonly now: () => Date;
  readonly log: Logger;
}
