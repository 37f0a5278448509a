import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { createAccountNetworkStore } from './identity/accounts/account-network.store';
import { createAccountStore } from './identity/accounts/account.store';
import { createLogInAttemptStore } from './identity/accounts/log-in-attempt.store';
import { createLogInLimiter } from './identity/accounts/log-in-limiter';
import { createMailLimiter } from './identity/accounts/mail-limiter';
import { createMailTokenStore } from './identity/accounts/mail-token.store';
import { createPasswordHasher } from './identity/accounts/password-hasher';
import { createSessionStore } from './identity/accounts/session.store';
import { createBidStrategyStore } from './demand/bid-strategies/bid-strategy.store';
import { createCampaignStore } from './demand/campaigns/campaign.store';
import type { Config } from './config';
import type { ServiceContext } from './context';
import { createClassificationStore } from './demand/classifications/classification.store';
import { type ContentFolder, createContentFolder } from './demand/contents/content-folder';
import { createContentStore } from './demand/contents/content.store';
import { createContentWorkers } from './demand/contents/content-workers';
import { createTurns } from './demand/contents/turns';
import { createCreativeContents } from './demand/creatives/creative-contents';
import { createCreativeStore } from './demand/creatives/creative.store';
import { createCreativeReportStore } from './market/creative-reports/creative-report.store';
import { createReportLimiter } from './market/creative-reports/report-limiter';
import { createAddressTable } from './market/events/address-table';
import { dataCentreNetworks } from './market/events/data-centre-networks';
import { createEventJournal } from './market/events/event-journal';
import { createEventLog } from './market/events/event-log';
import { createEventStore } from './market/events/event.store';
import { createBookStore } from './money/books/book.store';
import { createChargedEventStore } from './money/books/checks/charged-event.store';
import { createAccountFunds } from './money/budgets/account-funds';
import { createBudgetGate } from './money/budgets/budget-gate';
import { suspendUnlessItFails } from './money/budgets/suspension.service';
import { createCampaignHourStore } from './money/budgets/campaign-hour.store';
import { createClaimStore } from './money/claims/claim.store';
import { createDepositStore } from './money/deposits/deposit.store';
import { createPayeeStore } from './money/payments/payee.store';
import { createWithdrawalStore } from './money/withdrawals/withdrawal.store';
import { createPaymentStore } from './money/payments/payment.store';
import { createPaymentBatchStore } from './money/payments/payment-batch.store';
import { createSettlementStore } from './money/payments/settlement.store';
import { createNoticeMailStore } from './insight/notifications/notice-mail.store';
import { createNoticeMarkStore } from './insight/notifications/notice-mark.store';
import { createNoticeOutboxStore } from './insight/notifications/notice-outbox.store';
import { createNoticeSink } from './insight/notifications/notice-sink';
import { createWebhookMessageStore } from './insight/notifications/webhook-message.store';
import { createWebhookStore } from './insight/notifications/webhook.store';
import { createEgress } from './platform/egress/egress';
import { createRateFetcher } from './money/rates/rate-source';
import { createRateStore } from './money/rates/rate.store';
import { createRates } from './money/rates/rates';
import { createConversionVerificationStore } from './money/verification/conversion-verification.store';
import { createTallyStore } from './money/verification/tally.store';
import { createCorrectionStore } from './money/verification/correction.store';
import { createPastEventStore } from './money/verification/past-event.store';
import { createPreparedPaymentStore } from './money/verification/prepared-payment.store';
import { createVerifiedEventStore } from './money/verification/verified-event.store';
import { createOpenVerdictStore } from './money/verification/open-verdict.store';
import { createVerificationStore } from './money/verification/verification.store';
import { createCountableEventStore } from './insight/statistics/countable-event.store';
import { createDescribedStore } from './insight/statistics/described.store';
import { recordStatisticsChanges } from './insight/statistics/record-changes.service';
import { createRollUpStore } from './insight/statistics/roll-up.store';
import { createStatisticsChangeStore } from './insight/statistics/statistics-change.store';
import { createVisitorDayStore } from './insight/statistics/visitor-day.store';
import { migrate } from './platform/database/migrate';
import { assertTransactions, createTransactions } from './platform/database/transaction';
import { createDatabasePulse } from './platform/database/pulse';
import { createOutages } from './platform/process/outages';
import { createLedgerClient } from './platform/ledger/ledger-client';
import { createSigningKeyStore } from './platform/keys/signing-key.store';
import { createTokenKeyStore } from './platform/keys/token-key.store';
import { createAuthorizationStore } from './identity/oauth/authorization.store';
import { createClientStore } from './identity/oauth/client.store';
import { createOAuthMemory } from './identity/oauth/memory';
import { createPersonalTokenStore } from './identity/oauth/personal-token.store';
import { createRefreshTokenStore } from './identity/oauth/refresh-token.store';
import { createRevocationStore } from './identity/oauth/revocation.store';
import { jobs } from './jobs';
import { createJobStore } from './platform/jobs/job.store';
import { createMailer } from './platform/mail/mailer';
import { createPlacementStore } from './supply/placements/placement.store';
import { createCreationLimiter } from './market/serving/creation-limiter';
import { createCreativeResultStore } from './market/inventory/creative-result.store';
import { createCreativeResults } from './market/inventory/creative-results';
import { createInventory } from './market/inventory/inventory';
import { createSupplyDirectory } from './market/serving/supply-directory';
import { createVisitorMemory } from './supply/visitors/visitor-memory';
import { createConversionStore } from './demand/conversions/conversion.store';
import { createRecordedConversionStore } from './market/recorded-conversions/recorded-conversion.store';
import { createSiteStore } from './supply/sites/site.store';
import { createCurrentTaxonomy } from './demand/taxonomy/current-taxonomy';
import { createTaxonomyStore } from './demand/taxonomy/taxonomy.store';
import { createUploadStore } from './demand/uploads/upload.store';

/** Bounds of what one process keeps in memory. */
const limits = {
  creativeContentBytes: 128 * 2 ** 20,
  /** Some 100 MB of pixels each. */
  uploadsDecoded: 2,
  uploadsWaiting: 200,
  directoryEntries: 200_000,
  visitors: 50_000,
} as const;

const keyBytes = 32;

/** What all models have in common, whatever they hold. */
interface IndexedModel {
  createCollection(): Promise<unknown>;
  createIndexes(): Promise<unknown>;
}

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
  await assertTransactions(db);
  await migrate(db, { log, now });
  const contentFolder =
    config.contentFolder === null ? null : createContentFolder(config.contentFolder);
  await contentFolder?.prepare();
  const stores = createStores(db, { config, contentFolder, now });
  const keys = createSigningKeyStore(db);
  await createIndexes([...Object.values(stores), keys]);
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
  const outages = createOutages(log);
  const databasePulse = createDatabasePulse(db);
  const ctx: ServiceContext = {
    config,
    publicUrl,
    serveUrl: config.serveUrl ?? publicUrl,
    log,
    outages,
    databasePulse,
    now,
    randomBytes,
    jobs,
    ...stores,
    inTransaction: createTransactions(db),
    notices: createNoticeSink({ ...stores, randomBytes, sendsMail: config.mail !== null }),
    unsubscribeKeys: await keys.getOrCreate('unsubscribe-links', randomBytes(keyBytes)),
    egress: createEgress({ allowsLoopback: config.allowsLoopbackWebhooks }),
    onVerdicts: (changes, session) => recordStatisticsChanges(ctx, changes, session),
    ...(await createOAuthMemory({ ...stores, publicUrl, now })),
    taxonomy,
    depositCodeKeys: await keys.getOrCreate('deposit-codes', randomBytes(keyBytes)),
    cursorKeys: await keys.getOrCreate('cursors', randomBytes(keyBytes)),
    eventUrlKeys: await keys.getOrCreate('event-urls', randomBytes(keyBytes)),
    refreshTokenKeys: await keys.getOrCreate('refresh-tokens', randomBytes(keyBytes)),
    trackingIdKeys: await keys.getOrCreate('tracking-ids', randomBytes(keyBytes)),
    eventLog: createEventLog({
      store: stores.events,
      journal: createEventJournal({ folder: join(config.dataFolder, 'journal'), log }),
      log,
      now,
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
    logInLimiter: createLogInLimiter({ store: stores.logInAttempts, now }),
    mailLimiter: createMailLimiter(),
    async endTokensOf(accountId) {
      await stores.personalTokens.revokeAllOf(accountId, now());
      await stores.authorizations.revokeAllOf(accountId, now());
    },
    passwordHasher: createPasswordHasher(),
    mailer: config.mail && createMailer({ ...config.mail, log }),
    creationLimiter: createCreationLimiter(),
    reportLimiter: createReportLimiter(),
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

function createStores(
  db: Connection,
  parts: {
    readonly config: Config;
    readonly contentFolder: ContentFolder | null;
    readonly now: () => Date;
  },
) {
  const { config, contentFolder, now } = parts;
  return {
    jobStates: createJobStore(db),
    accounts: createAccountStore(db, now, config.defaultCredit),
    accountNetworks: createAccountNetworkStore(db),
    sessions: createSessionStore(db),
    logInAttempts: createLogInAttemptStore(db),
    mailTokens: createMailTokenStore(db),
    campaigns: createCampaignStore(db, now),
    bidStrategies: createBidStrategyStore(db),
    creatives: createCreativeStore(db, now),
    contents: createContentStore(db, contentFolder),
    classifications: createClassificationStore(db),
    uploads: createUploadStore(db),
    sites: createSiteStore(db, now),
    placements: createPlacementStore(db),
    clients: createClientStore(db),
    authorizations: createAuthorizationStore(db),
    refreshTokens: createRefreshTokenStore(db),
    personalTokens: createPersonalTokenStore(db),
    revocations: createRevocationStore(db),
    tokenKeyStore: createTokenKeyStore(db),
    events: createEventStore(db),
    creativeResultStore: createCreativeResultStore(db),
    creativeReports: createCreativeReportStore(db),
    taxonomies: createTaxonomyStore(db),
    conversions: createConversionStore(db),
    recordedConversions: createRecordedConversionStore(db),
    books: createBookStore(db),
    verification: createVerificationStore(db),
    verifiedEvents: createVerifiedEventStore(db),
    pastEvents: createPastEventStore(db),
    preparedPayments: createPreparedPaymentStore(db),
    corrections: createCorrectionStore(db),
    conversionVerification: createConversionVerificationStore(db),
    caseTallies: createTallyStore(db),
    chargedEvents: createChargedEventStore(db),
    campaignHours: createCampaignHourStore(db),
    openVerdicts: createOpenVerdictStore(db),
    rateStore: createRateStore(db),
    payments: createPaymentStore(db),
    paymentBatches: createPaymentBatchStore(db),
    payees: createPayeeStore(db),
    settlements: createSettlementStore(db),
    deposits: createDepositStore(db),
    webhooks: createWebhookStore(db),
    webhookMessages: createWebhookMessageStore(db),
    noticeOutbox: createNoticeOutboxStore(db),
    statisticsChanges: createStatisticsChangeStore(db),
    rollUps: createRollUpStore(db),
    visitorDays: createVisitorDayStore(db),
    countableEvents: createCountableEventStore(db),
    described: createDescribedStore(db),
    noticeMails: createNoticeMailStore(db),
    noticeMarks: createNoticeMarkStore(db),
    addressClaims: createClaimStore(db),
    withdrawals: createWithdrawalStore(db),
  };
}

async function createIndexes(
  stores: readonly { readonly models: readonly IndexedModel[] }[],
): Promise<void> {
  for (const { models } of stores)
    for (const model of models) {
      // Not every cluster lets a transaction make one.
      await model.createCollection();
      await model.createIndexes();
    }
}
