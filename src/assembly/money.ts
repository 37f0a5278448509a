import type { ServiceContext } from '../api/context';
import { createAccountFunds } from '../money/budgets/account-funds';
import { BudgetGate } from '../money/budgets/budget-gate';
import { TrafficCurve } from '../money/budgets/traffic-curve';
import { suspendUnlessItFails } from '../money/budgets/suspension.service';
import { DetailsCounts } from '../money/remittances/details-counts';
import { PeerPrices } from '../money/peer-export/peer-prices';
import { createRateFetcher } from '../money/rates/rate-source';
import { createRates } from '../money/rates/rates';
import { createLedgerClient } from '../platform/ledger/ledger-client';
import type { Ground } from './ground';

/** Rates, prices, budgets and the ledger. */
export async function createMoney(
  { config, now, stores, keysFor, whole }: Ground,
  parts: Pick<ServiceContext, 'databasePulse' | 'inventory' | 'outages'>,
) {
  const rates = createRates({ store: stores.rateStore, maxAgeHours: config.rateMaxAgeHours, now });
  const trafficCurve = new TrafficCurve({ ...stores, now });
  const { databasePulse, inventory, outages } = parts;
  return {
    rates,
    trafficCurve,
    ledger:
      config.ledgerUrls &&
      createLedgerClient({ ...config.ledgerUrls, confirmBlocks: config.confirmBlocks }),
    fetchRate: config.rateUrl === null ? null : createRateFetcher(config.rateUrl),
    peerPrices: new PeerPrices({ ...stores, now }),
    detailsCounts: new DetailsCounts(),
    depositCodeKeys: await keysFor('deposit-codes'),
    offerGate: new BudgetGate({
      ...stores,
      databasePulse,
      inventory,
      outages,
      now,
      trafficCurve,
      accountFunds: createAccountFunds({ ...stores, rates, now }),
      offerMinutes: config.offerMinutes,
      patienceMs: config.findWaitMs,
      onUnfunded(advertiserId) {
        void suspendUnlessItFails(whole(), advertiserId);
      },
    }),
  };
}
