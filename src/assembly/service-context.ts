import { createFairTurns } from '../platform/limits/fair-turns';
import { createWindowLimiter } from '../platform/limits/window-limiter';
import { adsTxtLooksPerAccount } from '../supply/site-claims/ads-txt-claim.service';
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
import { drawRandomBytes } from '../random-bytes';
import { Turns } from '../turns';
import { createCreativeContents } from '../demand/creatives/creative-contents';
import { suspendUnlessItFails } from '../money/budgets/suspension.service';
import { createForecastLimiter } from '../insight/forecast/forecast-limiter';
import { createNoticeSink } from '../insight/notifications/notice-sink';
import { readLiveFigures, readServings } from '../insight/live/live.service';
import { createLiveWatches } from '../insight/live/live-watches';
import { createEgress } from '../platform/egress/egress';
import { createJsonThreads } from '../platform/egress/json-threads';
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
import { createSigningKeyStore } from '../platform/keys/signing-key.store';
import { createOAuthMemory } from '../identity/oauth/tokens/memory';
import { jobs } from './jobs';
import { createPeers } from './peers';
import { createMailer } from '../platform/mail/mailer';
import { createVisitorMemory } from '../supply/visitors/visitor-memory';
import { RefusedDomains } from '../demand/refused-domains/refused-domains';
import { createCurrentTaxonomy } from '../demand/taxonomy/current-taxonomy';
import { createIndexesOf, createStores } from './stores';
import { databaseOf } from '../platform/database/database-of';
import type { Ground } from './ground';
import { createMarket } from './market';
import { createMoney } from './money';

/** Bounds of what one process does and keeps in memory. */
const limits = {
  creativeContentBytes: 128 * 2 ** 20,
  /** Some 100 MB of pixels each. */
  uploadsDecoded: 2,
  uploadsWaiting: 200,
  visitors: 50_000,
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
