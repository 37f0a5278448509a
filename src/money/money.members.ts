import type { SigningKeys } from '../platform/keys/signing-key.store';
import type { BudgetGate } from './budgets/budget-gate';
import type { TrafficCurve } from './budgets/traffic-curve';
import type { createMoneyStores } from './money.stores';
import type { PeerPrices } from './peer-export/peer-prices';
import type { DetailsCounts } from './remittances/details-counts';
import type { FetchRate } from './rates/rate-source';
import type { Rates } from './rates/rates';
import type { VerdictListener } from './verification/verdict-listener';

/** All members that this wing gives to the context. */
export interface MoneyMembers extends Readonly<ReturnType<typeof createMoneyStores>> {
  readonly rates: Rates;
  /** null where the settings name no URL. */
  readonly fetchRate: FetchRate | null;
  readonly peerPrices: PeerPrices;
  readonly detailsCounts: DetailsCounts;
  readonly offerGate: BudgetGate;
  readonly trafficCurve: TrafficCurve;
  readonly onVerdicts: VerdictListener;
  /** Make deposit codes; the first one does, all of them are understood. */
  readonly depositCodeKeys: SigningKeys;
}
