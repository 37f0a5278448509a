import type { Connection } from 'mongoose';
import pino from 'pino';
import { type Campaign, campaignResource } from '../../src/demand/campaigns/campaign.resource';
import { exampleOf } from '../../src/platform/resources/resource';
import type { CampaignPrice } from '../../src/market/inventory/campaign-prices';
import { CandidateIndex } from '../../src/market/selection/index/candidate-index';
import { BudgetGate } from '../../src/money/budgets/budget-gate';
import {
  type CampaignHourStore,
  createCampaignHourStore,
} from '../../src/money/budgets/campaign-hour.store';
import type { HourWeights } from '../../src/money/budgets/traffic-curve';
import { openDatabase } from '../../src/platform/database/connection';
import { createDatabasePulse } from '../../src/platform/database/pulse';
import { createOutages } from '../../src/platform/process/outages';
import { usd } from './campaigns';

/** A campaign for sale, of 1 cent a view. */
export function aCampaignForSale(changes: Partial<Campaign> = {}): Campaign {
  return {
    ...exampleOf(campaignResource),
    id: 'c'.repeat(32),
    advertiserId: 'a'.repeat(32),
    status: 'active',
    hourlyBudget: usd('6'),
    maxCpm: usd('10'),
    bidStrategyId: 'b'.repeat(32),
    ...changes,
  };
}

/** A gateway, as far as budgets go: what it sells, and its gate. */
export interface TestGate {
  readonly gate: BudgetGate;
  readonly db: Connection;
  readonly campaignHours: CampaignHourStore;
  /** For sale, by id; tests change what is in it. */
  readonly campaigns: Map<string, Campaign>;
  readonly index: CandidateIndex;
  /** Accounts that were found without funds. */
  readonly unfunded: string[];
}

export interface TestGateOptions {
  readonly uri: string;
  readonly now: () => Date;
  readonly campaigns: readonly Campaign[];
  /** USD that accounts can pay; absent: without bounds. */
  readonly funds?: ReadonlyMap<string, bigint>;
  readonly mayOffer?: () => boolean;
  /** Traffic of the 24 hours of a day (UTC); absent: none is learnt. */
  readonly weights?: HourWeights;
  /** Default: long, for busy machines. */
  readonly patienceMs?: number;
}

export async function openGate(options: TestGateOptions): Promise<TestGate> {
  const { uri, now, funds, mayOffer = () => true, patienceMs = 10_000 } = options;
  const db = await openDatabase(uri);
  const campaignHours = createCampaignHourStore(db);
  const campaigns = new Map(options.campaigns.map((one) => [one.id, one]));
  const index = CandidateIndex.of([]);
  const unfunded: string[] = [];
  const gate = new BudgetGate({
    inventory: {
      index,
      priceOf: (id) => priceOf(campaigns.get(id)),
      findCampaign: (id) => campaigns.get(id) ?? null,
    },
    campaignHours,
    accountFunds: {
      mayOffer,
      listLimited: (ids) => Promise.resolve(ids.filter((id) => funds?.has(id))),
      list: (ids) => Promise.resolve(new Map(ids.map((id) => [id, funds?.get(id) ?? null]))),
      inUsdOfNow: (amount) => amount,
    },
    trafficCurve: { weights: () => options.weights ?? null },
    databasePulse: createDatabasePulse(db, 1),
    outages: createOutages(pino({ level: 'silent' })),
    now,
    offerMinutes: 30,
    patienceMs,
    onUnfunded: (advertiserId) => unfunded.push(advertiserId),
  });
  return { gate, db, campaignHours, campaigns, index, unfunded };
}

function priceOf(campaign: Campaign | undefined): CampaignPrice {
  const viewPrice = (campaign?.maxCpm ?? 0n) / 1000n;
  const clickPrice = campaign?.maxCpc ?? 0n;
  return { rpm: 0, viewPrice, clickPrice, offerCost: viewPrice + clickPrice / 100n };
}

/** The terms of a campaign that runs always. */
export const noFlight = { startsAt: new Date(0), endsAt: null, schedule: null } as const;

/** Makes a find's offer for one placement: asks until the campaign can pay, or leaves the contest. */
export async function offer({ gate, campaigns, index }: TestGate, id: string): Promise<boolean> {
  for (let round = 0; round < 8; round += 1) {
    if (index.ineligibleCampaignIds.has(id)) return false;
    const wait = gate.payFor([campaigns.get(id)!]);
    if (wait === null) return true;
    await wait;
  }
  return false;
}
