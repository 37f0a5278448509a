import { randomBytes } from 'node:crypto';
import { createFairTurns } from './platform/limits/fair-turns';
import { createWindowLimiter } from './platform/limits/window-limiter';
import { adsTxtLooksPerAccount } from './supply/site-claims/ads-txt-claim.service';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { createLogInLimiter } from './identity/accounts/log-in-limiter';
import { createMailLimiter } from './identity/accounts/mail-limiter';
import { createPasswordHasher } from './identity/accounts/password-hasher';
import type { Config } from './config';
import type { ServiceContext } from './context';
import { createContentFolder } from './demand/contents/content-folder';
import { createContentWorkers } from './demand/contents/content-workers';
import { createTurns } from './demand/contents/turns';
import { createCreativeContents } from './demand/creatives/creative-contents';
import { createReportLimiter } from './market/creative-reports/report-limiter';
import { createAddressTable } from './market/events/address-table';
import { dataCentreNetworks } from './market/events/data-centre-networks';
import { createEventJournal } from './market/events/event-journal';
import { createEventLog } from './market/events/event-log';
import { createAccountFunds } from './money/budgets/account-funds';
import { createBudgetGate } from './money/budgets/budget-gate';
import { suspendUnlessItFails } from './money/budgets/suspension.service';
import { createNoticeSink } from './insight/notifications/notice-sink';
import { readLiveFigures, readServings } from './insight/live/live.service';
import { createLiveWatches } from './insight/live/live-watches';
import { createEgress } from './platform/egress/egress';
import { createRateFetcher } from './money/rates/rate-source';
import { createRates } from './money/rates/rates';
import { recordStatisticsChanges } from './insight/statistics/record-changes.service';
import { createRequestCounts } from './insight/statistics/request-counts';
import { readClockSkewMs } from './platform/database/clock-skew';
import { createConnectionPool } from './platform/database/connection-pool';
import { findLastBackup } from './platform/database/backup-mark';
import { migrate } from './platform/database/migrate';
import { patiently } from './platform/database/patiently';
import { assertTransactions, createTransactions } from './platform/database/transaction';
import { createDatabasePulse } from './platform/database/pulse';
import { createOutages } from './platform/process/outages';
import { createLedgerClient } from './platform/ledger/ledger-client';
import { createSigningKeyStore, type KeyPurpose } from './platform/keys/signing-key.store';
import { createOAuthMemory } from './identity/oauth/memory';
import { jobs } from './jobs';
import { createMailer } from './platform/mail/mailer';
import {
  createCreationLimiter,
  createUnclaimedSiteLimiter,
} from './market/serving/creation-limiter';
import { createCreativeResults } from './market/inventory/creative-results';
import { createInventory } from './market/inventory/inventory';
import { createSupplyDirectory } from './market/serving/supply-directory';
import { createVisitorMemory } from './supply/visitors/visitor-memory';
import { createCurrentTaxonomy } from './demand/taxonomy/current-taxonomy';
import { createIndexesOf, createStores } from './stores';
import { dayMs } from './time';

/** Bounds of what one process does and keeps in memory. */
const limits = {
  creativeContentBytes: 128 * 2 ** 20,
  /** Some 100 MB of pixels each. */
  uploadsDecoded: 2,
  uploadsWaiting: 200,
  directoryEntries: 200_000,
  visitors: 50_000,
  statistics: { noun: 'statistics', atOnce: 8, ofOne: 4, mostWaiting: 50 },
  adsTxtLooks: { noun: 'looks at ads.txt', atOnce: 4, ofOne: 1, mostWaiting: 2 },
} as const;

const keyBytes = 32;

export interface ContextOptions {
  readonly log: Logger;
  /** Origin of the URLs that leave the server, without a trailing slash. */
  readonly publicUrl: string;
  /** Default: the clock of the system. */
  readonly now?: () => Date;
}

const systemClock = () => new Date();

/** Makes the one context of a process, on a database of today's form with its indexes; nothing runs in it yet. */
export async function createServiceContext(
  db: Connection,
  config: Config,
  { log, publicUrl, now = systemClock }: ContextOptions,
): Promise<ServiceContext> {
  await patiently(() => assertTransactions(db));
  await patiently(() => migrate(db, { log, now }));
  const contentFolder =
    config.contentFolder === null ? null : createContentFolder(config.contentFolder);
  await contentFolder?.prepare();
  const stores = createStores(db, { config, contentFolder, now });
  const keys = createSigningKeyStore(db);
  await patiently(() => createIndexesOf([...Object.values(stores), keys]));
  const keysFor = (purpose: KeyPurpose) =>
    patiently(() => keys.getOrCreate(purpose, randomBytes(keyBytes)));
  const creativeResults = createCreativeResults(stores.creativeResultStore, now);
  const { creatives, campaigns } = stores;
  const taxonomy = createCurrentTaxonomy({ store: stores.taxonomies, log });

  const inventory = createInventory({
    campaigns,
    creatives,
    results: creativeResults,
    taxonomy,
    now,
    log,
  });
  const rates = createRates({ store: stores.rateStore, maxAgeHours: config.rateMaxAgeHours, now });
  const [limitKey] = await keysFor('limits');
  const counting = { store: stores.windowCounts, now, secret: limitKey!.secret };
  const outages = createOutages(log);
  const databasePulse = createDatabasePulse(db);
  const requestCounts = createRequestCounts(stores.requestCountStore, now);
  const ctx: ServiceContext = {
    config,
    publicUrl,
    serveUrl: config.serveUrl ?? publicUrl,
    log,
    outages,
    databasePulse,
    connectionPool: createConnectionPool(db),
    readClockSkewMs: () => readClockSkewMs(db, now),
    findLastBackup: () => findLastBackup(db.db!),
    now,
    randomBytes,
    jobs,
    ...stores,
    inTransaction: createTransactions(db),
    notices: createNoticeSink({ ...stores, randomBytes, sendsMail: config.mail !== null }),
    unsubscribeKeys: await keysFor('unsubscribe-links'),
    webhookAttempts: { taken: 0, failed: 0 },
    egress: createEgress({ allowsLoopback: config.allowsLoopbackWebhooks }),
    requestCounts,
    statisticsTurns: createFairTurns(limits.statistics),
    onFind: requestCounts.count,
    onVerdicts: (changes, session) => recordStatisticsChanges(ctx, changes, session),
    live: createLiveWatches({
      readFigures: (subjects) => readLiveFigures(ctx, subjects),
      readServings: (subjects) => readServings(ctx, subjects),
      now,
      log,
    }),
    ...(await patiently(() => createOAuthMemory({ ...stores, publicUrl, now }))),
    taxonomy,
    depositCodeKeys: await keysFor('deposit-codes'),
    cursorKeys: await keysFor('cursors'),
    eventUrlKeys: await keysFor('event-urls'),
    refreshTokenKeys: await keysFor('refresh-tokens'),
    trackingIdKeys: await keysFor('tracking-ids'),
    eventLog: createEventLog({
      store: stores.events,
      journal: createEventJournal({ folder: join(config.dataFolder, 'journal'), log }),
      log,
      now,
      keptFrom: () =>
        config.eventDays === null ? null : new Date(now().getTime() - config.eventDays * dayMs),
      onCommitted: (events) => {
        creativeResults.countImpressions(events);
      },
    }),
    inventory,
    onDemandChanged: (changes) => inventory.refresh(changes),
    onActivated: (advertiserId) => suspendUnlessItFails(ctx, advertiserId),
    supplyDirectory: createSupplyDirectory({
      ...stores,
      taxonomy,
      maxEntries: limits.directoryEntries,
    }),
    visitorMemory: createVisitorMemory(limits.visitors),
    creativeResults,
    creativeContents: createCreativeContents(limits.creativeContentBytes),
    contentTurns: createTurns(limits.uploadsDecoded, limits.uploadsWaiting),
    contentWorkers: createContentWorkers(),
    dataCentres: createAddressTable([...dataCentreNetworks, ...config.dataCentreRanges]),
    logInLimiter: createLogInLimiter({ ...counting, ...stores }),
    mailLimiter: createMailLimiter(counting),
    async endTokensOf(accountId) {
      await stores.personalTokens.revokeAllOf(accountId, now());
      await stores.authorizations.revokeAllOf(accountId, now());
    },
    passwordHasher: createPasswordHasher(),
    mailer: config.mail && createMailer({ ...config.mail, log }),
    creationLimiter: createCreationLimiter(counting),
    unclaimedSiteLimiter: createUnclaimedSiteLimiter(counting),
    adsTxtLimiter: createWindowLimiter(counting, adsTxtLooksPerAccount),
    adsTxtTurns: createFairTurns(limits.adsTxtLooks),
    reportLimiter: createReportLimiter(counting),
    rates,
    ledger: config.ledgerUrls && createLedgerClient(config.ledgerUrls),
    fetchRate: config.rateUrl === null ? null : createRateFetcher(config.rateUrl),
    offerGate: createBudgetGate({
      ...stores,
      inventory,
      databasePulse,
      outages,
      accountFunds: createAccountFunds({ ...stores, rates, now }),
      now,
      patienceMs: config.findWaitMs,
      onUnfunded(advertiserId) {
        void suspendUnlessItFails(ctx, advertiserId);
      },
    }),
  };
  return ctx;
}
