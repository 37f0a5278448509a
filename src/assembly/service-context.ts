import { createFairTurns } from '../platform/limits/fair-turns';
import { createWindowLimiter, type WindowLimiterOptions } from '../platform/limits/window-limiter';
import { adsTxtLooksPerAccount } from '../supply/site-claims/ads-txt-claim.service';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { createLogInLimiter } from '../identity/accounts/log-in-limiter';
import { createMailLimiter } from '../identity/accounts/mail-limiter';
import { createPasswordHasher } from '../identity/accounts/password-hasher';
import type { Config } from '../config';
import type { ServiceContext } from '../api/context';
import { createContentFolder } from '../demand/contents/content-folder';
import { createContentWorkers } from '../demand/contents/content-workers';
import { createDocumentParts } from '../demand/contents/document-parts';
import { createId } from '../id';
import { drawRandomBytes } from '../random-bytes';
import { Turns } from '../turns';
import { createCreativeContents } from '../demand/creatives/creative-contents';
import { createReportLimiter } from '../market/creative-reports/report-limiter';
import { EventJournal } from '../market/events/event-journal';
import { EventLog } from '../market/events/event-log';
import { createAccountFunds } from '../money/budgets/account-funds';
import { FindSampler } from '../market/replay/find-sampler';
import { RecentFinds } from '../market/replay/recent-finds';
import { FindObserver } from '../market/outcomes/find-observer';
import { UnseenOffers } from '../market/serving/unseen-offers';
import { BudgetGate } from '../money/budgets/budget-gate';
import { TrafficCurve } from '../money/budgets/traffic-curve';
import { suspendUnlessItFails } from '../money/budgets/suspension.service';
import { createForecastLimiter } from '../insight/forecast/forecast-limiter';
import { createNoticeSink } from '../insight/notifications/notice-sink';
import { readLiveFigures, readServings } from '../insight/live/live.service';
import { createLiveWatches } from '../insight/live/live-watches';
import { createEgress } from '../platform/egress/egress';
import { createJsonThreads } from '../platform/egress/json-threads';
import { DetailsCounts } from '../money/remittances/details-counts';
import { PeerPrices } from '../money/peer-export/peer-prices';
import { createRateFetcher } from '../money/rates/rate-source';
import { createRates } from '../money/rates/rates';
import { recordStatisticsChanges } from '../insight/statistics/facts/record-changes.service';
import { createRequestCounts } from '../insight/statistics/requests/request-counts';
import { readClockSkewMs } from '../platform/database/clock-skew';
import { createConnectionPool } from '../platform/database/connection-pool';
import { findLastBackup } from '../platform/database/backup-mark';
import { migrate } from '../platform/database/migrate';
import { patiently } from '../platform/database/patiently';
import { assertTransactions, createTransactions } from '../platform/database/transaction';
import { createDatabasePulse } from '../platform/database/pulse';
import { createOutages } from '../platform/process/outages';
import { makeSharedFolder, openSharedFolder } from '../platform/process/shared-folder';
import { SharedLog } from '../platform/process/shared-log';
import { isWorker } from '../platform/process/worker';
import { createLedgerClient } from '../platform/ledger/ledger-client';
import {
  createSigningKeyStore,
  type KeyPurpose,
  type SigningKeys,
} from '../platform/keys/signing-key.store';
import { createOAuthMemory } from '../identity/oauth/tokens/memory';
import { jobs } from './jobs';
import { createPeers } from './peers';
import { createMailer } from '../platform/mail/mailer';
import {
  createCreationLimiter,
  createFoundSupplyLimiter,
  createUnclaimedSiteLimiter,
} from '../market/serving/creation-limiter';
import { AuctionTypes } from '../market/auction-types/auction-types';
import { createCreativeResults } from '../market/inventory/creative-results';
import { ShownPeers } from '../market/inventory/shown-peers';
import { createPeerDirectory } from '../peers/directory/peer-directory';
import { createPeerDemand } from '../peers/import/peer-demand';
import { createInventory, type Inventory } from '../market/inventory/inventory';
import { FrequencyCounts } from '../market/frequency/frequency-counts';
import { FrequencyExchange } from '../market/frequency/frequency-exchange';
import { noteBytes, SiblingNotes } from '../market/frequency/sibling-notes';
import { TakenShares } from '../market/frequency/taken-shares';
import { ViewOrdinals } from '../market/frequency/view-ordinals';
import { NetworkLists } from '../market/network-lists/network-lists';
import { createPageSupply } from '../market/serving/page-supply';
import { SupplyDirectory } from '../market/serving/supply-directory';
import { createVisitorMemory } from '../supply/visitors/visitor-memory';
import { RefusedDomains } from '../demand/refused-domains/refused-domains';
import { createCurrentTaxonomy } from '../demand/taxonomy/current-taxonomy';
import { createIndexesOf, createStores } from './stores';
import { dayMs } from '../time';
import { databaseOf } from '../platform/database/database-of';

/** Bounds of what one process does and keeps in memory. */
const limits = {
  creativeContentBytes: 128 * 2 ** 20,
  /** Some 100 MB of pixels each. */
  uploadsDecoded: 2,
  uploadsWaiting: 200,
  directoryEntries: 200_000,
  visitors: 50_000,
  /** Some 33 bytes each. */
  frequencyCounts: 8_000_000,
  uncappedFrequencyCounts: 4_000_000,
  statistics: { noun: 'statistics', atOnce: 8, ofOne: 4, mostWaiting: 50 },
  forecasts: { noun: 'forecasts', atOnce: 1, ofOne: 1, mostWaiting: 2 },
  adsTxtLooks: { noun: 'looks at ads.txt', atOnce: 4, ofOne: 1, mostWaiting: 2 },
} as const;

const keyBytes = 32;

export interface ContextOptions {
  readonly log: Logger;
  /** Origin of the URLs that leave the server, without a trailing slash. */
  readonly publicUrl: string;
  /** Default: the clock of the system. */
  readonly now?: () => Date;
  /** Brings the database to today's form, which may take hours; default: the connection of all else. */
  readonly preparing?: Connection;
}

const systemClock = () => new Date();

/** The ground that the wings stand on: the database in today's form, and what reads the outside. */
interface Ground extends Required<Omit<ContextOptions, 'preparing'>> {
  readonly db: Connection;
  readonly config: Config;
  readonly stores: ReturnType<typeof createStores>;
  readonly keysFor: (purpose: KeyPurpose) => Promise<SigningKeys>;
  /** For limits that all gateways count together. */
  readonly counting: WindowLimiterOptions;
  /** The context, once it is whole: for hooks, which run later. */
  readonly whole: () => ServiceContext;
}

/** Makes the one context of a process, on a database of today's form with its indexes; nothing runs in it yet. */
export async function createServiceContext(
  db: Connection,
  config: Config,
  { log, publicUrl, now = systemClock, preparing = db }: ContextOptions,
): Promise<ServiceContext> {
  const { stores, keysFor } = await prepareDatabase(db, config, { log, now, preparing });
  const [limitKey] = await keysFor('limits');
  const counting = { store: stores.windowCounts, now, secret: limitKey.secret };
  const whole = () => ctx;
  const ground = { db, config, log, publicUrl, now, stores, keysFor, counting, whole };
  const platform = await createPlatform(ground);
  const demand = createDemand(ground, platform);
  const market = await createMarket(ground, demand);
  const money = await createMoney(ground, { ...platform, ...market });
  const ctx: ServiceContext = {
    config,
    publicUrl,
    serveUrl: config.serveUrl ?? publicUrl,
    log,
    now,
    randomBytes: drawRandomBytes,
    ...stores,
    ...platform,
    ...(await createIdentity(ground)),
    ...demand,
    ...(await createSupply(ground)),
    ...market,
    ...money,
    ...(await createPeers(ground, { ...platform, ...market, ...money })),
    ...(await createInsight(ground)),
  };
  return ctx;
}

/** Brings the database to today's form, with its indexes. */
async function prepareDatabase(
  db: Connection,
  config: Config,
  { log, now, preparing }: Pick<Required<ContextOptions>, 'log' | 'now' | 'preparing'>,
): Promise<Pick<Ground, 'stores' | 'keysFor'>> {
  await patiently(() => assertTransactions(db));
  await patiently(() => migrate(preparing, { log, now }));
  const contentFolder =
    config.contentFolder === null ? null : createContentFolder(config.contentFolder);
  await contentFolder?.prepare();
  const stores = createStores(db, { config, contentFolder, now });
  const keys = createSigningKeyStore(db);
  await patiently(() => createIndexesOf([...Object.values(stores), keys], preparing));
  return {
    stores,
    keysFor: (purpose) => patiently(() => keys.getOrCreate(purpose, drawRandomBytes(keyBytes))),
  };
}

async function createPlatform({ db, config, log, now, keysFor }: Ground) {
  return {
    outages: createOutages(log),
    databasePulse: createDatabasePulse(db, config.patience),
    connectionPool: createConnectionPool(db),
    readClockSkewMs: () => readClockSkewMs(db, now),
    findLastBackup: () => findLastBackup(databaseOf(db)),
    jobs,
    inTransaction: createTransactions(db),
    egress: createEgress({ allowsLoopback: config.allowsLoopbackWebhooks }),
    jsonThreads: createJsonThreads(),
    mailer: config.mail && createMailer({ ...config.mail, log }),
    cursorKeys: await keysFor('cursors'),
  };
}

async function createIdentity({ publicUrl, now, stores, keysFor, counting }: Ground) {
  return {
    ...(await patiently(() => createOAuthMemory({ ...stores, publicUrl, now }))),
    refreshTokenKeys: await keysFor('refresh-tokens'),
    logInLimiter: createLogInLimiter({ ...counting, ...stores }),
    mailLimiter: createMailLimiter(counting),
    passwordHasher: createPasswordHasher(),
    async endTokensOf(accountId: string) {
      await stores.personalTokens.revokeAllOf(accountId, now());
      await stores.authorizations.revokeAllOf(accountId, now());
    },
    // Each payment is stored together with what settlers share: a write to that waits for one that is under way.
    awaitStoredPayments: () => stores.settlements.set({}),
  };
}

function createDemand(
  { config, log, stores, whole }: Ground,
  { egress }: Pick<ServiceContext, 'egress'>,
) {
  return {
    taxonomy: createCurrentTaxonomy({ store: stores.taxonomies, log }),
    refusedDomains: new RefusedDomains(stores.refusedDomainStore),
    creativeContents: createCreativeContents(limits.creativeContentBytes),
    contentTurns: new Turns({
      atOnce: limits.uploadsDecoded,
      mostWaiting: limits.uploadsWaiting,
      refusal: 'too many uploads at once',
      retryAfterSeconds: 5,
    }),
    contentWorkers: createContentWorkers({ patience: config.patience }),
    documentParts: createDocumentParts(config, egress),
    onActivated: (advertiserId: string) => suspendUnlessItFails(whole(), advertiserId),
  };
}

async function createSupply({ keysFor, counting }: Ground) {
  return {
    trackingIdKeys: await keysFor('tracking-ids'),
    visitorMemory: createVisitorMemory(limits.visitors),
    adsTxtLimiter: createWindowLimiter(counting, adsTxtLooksPerAccount),
    adsTxtTurns: createFairTurns(limits.adsTxtLooks),
  };
}

async function createMarket(
  { config, log, now, stores, keysFor, counting, whole }: Ground,
  { taxonomy, refusedDomains }: ReturnType<typeof createDemand>,
) {
  const creativeResults = createCreativeResults(stores.creativeResultStore, now);
  const peerDirectory = createPeerDirectory({ ...stores, config });
  const peerDemand = createPeerDemand({ ...stores, peerDirectory });
  const inventory = createInventory({
    ...stores,
    peerDemand,
    results: creativeResults,
    taxonomy,
    refusedDomains,
    now,
    log,
  });
  const { offerMinutes } = config;
  const { leastViewMs } = config.verification.limits;
  const supplyDirectory = new SupplyDirectory({
    ...stores,
    taxonomy,
    maxEntries: limits.directoryEntries,
  });
  const unseenOffers = new UnseenOffers({ inventory, now, offerMinutes, leastViewMs });
  const frequency = createFrequency({ config, log, now, stores, inventory });
  return {
    auctionTypes: new AuctionTypes(stores.auctionTypeStore),
    creativeResults,
    peerDirectory,
    peerDemand,
    inventory,
    shownPeers: new ShownPeers({ ...stores, peerDirectory, inventory }),
    unseenOffers,
    ...frequency,
    findObserver: new FindObserver({ ...stores, inventory, now }),
    findSampler: new FindSampler({
      store: stores.findSamples,
      processId: createId({ randomBytes: drawRandomBytes }),
      now,
    }),
    recentFinds: new RecentFinds({ ...stores, supplyDirectory, now }),
    ...listenToDemand(inventory, refusedDomains),
    supplyDirectory,
    eventLog: new EventLog({
      store: stores.events,
      journal: new EventJournal({ folder: join(config.dataFolder, 'journal'), log }),
      log,
      now,
      patience: config.patience,
      keptFrom: () =>
        config.eventDays === null ? null : new Date(now().getTime() - config.eventDays * dayMs),
      onCommitted: (events) => {
        // Nothing was offered to other servers' sites, and what works there says little of ours.
        const ours = events.filter(({ peer }) => peer === undefined);
        // Nor does what costs nothing.
        creativeResults.countImpressions(ours.filter(({ isOwn }) => isOwn !== true));
        unseenOffers.noteEvents(ours);
        frequency.frequencyCounts.noteEvents(ours);
      },
    }),
    eventUrlKeys: await keysFor('event-urls'),
    networkLists: new NetworkLists({
      store: stores.networkListStore,
      log,
      added: config.dataCentreRanges,
    }),
    pageSupply: createPageSupply(whole),
    creationLimiter: createCreationLimiter(counting),
    foundSupplyLimiter: createFoundSupplyLimiter(counting),
    unclaimedSiteLimiter: createUnclaimedSiteLimiter(counting),
    reportLimiter: createReportLimiter(counting),
  };
}

function createFrequency(
  parts: Pick<Ground, 'config' | 'log' | 'now' | 'stores'> & { readonly inventory: Inventory },
) {
  const { config, now, stores, inventory } = parts;
  const taken = new TakenShares();
  const siblings = isWorker() ? createSiblingNotes(parts, taken) : null;
  const frequencyCounts = new FrequencyCounts({
    findCapped: (id) => inventory.findCapped(id),
    timeZoneOf: (campaignId) => inventory.findCampaign(campaignId)?.timeZone ?? 'UTC',
    offerMinutes: config.offerMinutes,
    maxEntries: limits.frequencyCounts,
    maxUncapped: limits.uncappedFrequencyCounts,
    siblings,
  });
  return {
    frequencyCounts,
    frequencyExchange: new FrequencyExchange({ ...stores, frequencyCounts, siblings, taken, now }),
    viewOrdinals: new ViewOrdinals(frequencyCounts),
  };
}

/** null: caps hold over the workers within seconds only. */
function createSiblingNotes(
  { config, log }: Pick<Ground, 'config' | 'log'>,
  taken: TakenShares,
): SiblingNotes | null {
  const outages = createOutages(log);
  const onError = (error: unknown) => {
    outages.note('workers cannot tell each other at once what visitors have seen', error);
  };
  try {
    const folder = openSharedFolder(config.dataFolder);
    return new SiblingNotes({
      log: new SharedLog({
        folder,
        makeFolder: () => makeSharedFolder(folder),
        recordBytes: noteBytes,
      }),
      taken,
      onError,
    });
  } catch (error) {
    onError(error);
    return null;
  }
}

function listenToDemand(
  inventory: Inventory,
  refusedDomains: RefusedDomains,
): Pick<ServiceContext, 'onDemandChanged' | 'onRefusedDomainsChanged'> {
  return {
    onDemandChanged: (changes) => inventory.refresh(changes),
    async onRefusedDomainsChanged(ids) {
      await refusedDomains.refresh(ids);
      await inventory.refreshRefused();
    },
  };
}

async function createMoney(
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

async function createInsight({ config, log, now, stores, keysFor, counting, whole }: Ground) {
  const requestCounts = createRequestCounts(stores.requestCountStore, now);
  const onVerdicts: ServiceContext['onVerdicts'] = (changes, session) =>
    recordStatisticsChanges(whole(), changes, session);
  return {
    requestCounts,
    onFind: requestCounts.count,
    onVerdicts,
    notices: createNoticeSink({
      ...stores,
      randomBytes: drawRandomBytes,
      sendsMail: config.mail !== null,
    }),
    unsubscribeKeys: await keysFor('unsubscribe-links'),
    webhookAttempts: { taken: 0, failed: 0 },
    statisticsTurns: createFairTurns(limits.statistics),
    forecastTurns: createFairTurns(limits.forecasts),
    forecastLimiter: createForecastLimiter(counting),
    live: createLiveWatches({
      readFigures: (subjects) => readLiveFigures(whole(), subjects),
      readServings: (subjects) => readServings(whole(), subjects),
      now,
      log,
    }),
  };
}
