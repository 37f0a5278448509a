import type { Connection } from 'mongoose';
import type { Config } from '../config';
import type { ContentFolder } from '../demand/contents/content-folder';
import { createAccountNetworkStore } from '../identity/accounts/account-network.store';
import { createAccountStore } from '../identity/accounts/account.store';
import { createKnownNetworkStore } from '../identity/accounts/known-network.store';
import { createAttemptStore } from '../platform/limits/attempt.store';
import { createWindowCountStore } from '../platform/limits/window-count.store';
import { createMailTokenStore } from '../identity/accounts/mail-token.store';
import { createAuditEntryStore } from '../identity/audit/audit-entry.store';
import { createSessionStore } from '../identity/accounts/session.store';
import { createBidStrategyStore } from '../demand/bid-strategies/bid-strategy.store';
import { createCampaignStore } from '../demand/campaigns/campaign.store';
import { createClassificationStore } from '../demand/classifications/classification.store';
import { createContentStore } from '../demand/contents/content.store';
import { createCreativeStore } from '../demand/creatives/creative.store';
import { createCreativeReportStore } from '../market/creative-reports/creative-report.store';
import { createEventRemovalStore } from '../market/events/event-removal.store';
import { createEventStore } from '../market/events/event.store';
import { createBookStore } from '../money/books/book.store';
import { createChargedEventStore } from '../money/books/checks/charged-event.store';
import { createKeptLogStore } from '../money/books/kept-log/kept-log.store';
import { createCampaignHourStore } from '../money/budgets/campaign-hour.store';
import { createAcceptedViewStore } from '../money/peer-export/accepted-view.store';
import { createClaimStore } from '../money/claims/claim.store';
import { createAwaitedTransferStore } from '../money/deposits/awaited-transfer.store';
import { createDepositStore } from '../money/deposits/deposit.store';
import { createPayeeStore } from '../money/payments/due/payee.store';
import { createWithdrawalStore } from '../money/withdrawals/withdrawal.store';
import { createPaymentStore } from '../money/payments/payment.store';
import { createPaymentBatchStore } from '../money/payments/batch/payment-batch.store';
import { createSettlementStore } from '../money/payments/settlement.store';
import { createNoticeMailStore } from '../insight/notifications/notice-mail.store';
import { createNoticeMarkStore } from '../insight/notifications/notice-mark.store';
import { createNoticeOutboxStore } from '../insight/notifications/notice-outbox.store';
import { createWebhookMessageStore } from '../insight/notifications/webhook-message.store';
import { createWebhookStore } from '../insight/notifications/webhook.store';
import { createRateStore } from '../money/rates/rate.store';
import { createConversionVerificationStore } from '../money/verification/conversion-verification.store';
import { createTallyStore } from '../money/verification/judge/tally.store';
import { createCorrectionStore } from '../money/verification/again/correction.store';
import { createPastEventStore } from '../money/verification/judge/past-event.store';
import { createPreparedPaymentStore } from '../money/verification/again/prepared-payment.store';
import { createVerifiedEventStore } from '../money/verification/verified-event.store';
import { createOpenVerdictStore } from '../money/verification/judge/open-verdict.store';
import { createVerificationStore } from '../money/verification/verification.store';
import { createConversionFiguresStore } from '../insight/statistics/questions/conversion-figures.store';
import { createCountableEventStore } from '../insight/statistics/facts/countable-event.store';
import { createStatisticsReportStore } from '../insight/statistics-reports/statistics-report.store';
import { createDescribedStore } from '../insight/statistics/questions/described.store';
import { createFigureTouchStore } from '../insight/statistics/roll-ups/figure-touch.store';
import { createRollUpStore } from '../insight/statistics/roll-ups/roll-up.store';
import { createStatisticsChangeStore } from '../insight/statistics/facts/statistics-change.store';
import { createStatisticsRebuildStore } from '../insight/statistics/roll-ups/statistics-rebuild.store';
import { createRequestCountStore } from '../insight/statistics/requests/request-count.store';
import { createVisitorDayStore } from '../insight/statistics/first-views/visitor-day.store';
import { createTokenKeyStore } from '../platform/keys/token-key.store';
import { createAuthorizationStore } from '../identity/oauth/authorizations/authorization.store';
import { createClientStore } from '../identity/oauth/clients/client.store';
import { createPersonalTokenStore } from '../identity/oauth/tokens/personal-token.store';
import { createRefreshTokenStore } from '../identity/oauth/tokens/refresh-token.store';
import { createRevocationStore } from '../identity/oauth/tokens/revocation.store';
import { createJobStore } from '../platform/jobs/job.store';
import { createPlacementStore } from '../supply/placements/placement.store';
import { createCreativeResultStore } from '../market/inventory/creative-result.store';
import { createNetworkListStore } from '../market/network-lists/network-list.store';
import { createConversionStore } from '../demand/conversions/conversion.store';
import { createRecordedConversionStore } from '../market/recorded-conversions/recorded-conversion.store';
import { createAdsTxtLookStore } from '../supply/site-claims/ads-txt-look.store';
import { createPeerScanStore } from '../peers/discovery/peer-scan.store';
import { createPeerSettingsStore } from '../peers/directory/peer-settings.store';
import { createPeerStore } from '../peers/directory/peer.store';
import { createPeerCampaignStore } from '../peers/import/peer-campaign.store';
import { createPeerCheckDayStore } from '../peers/import/peer-check-day.store';
import { createPeerCreativeStore } from '../peers/import/peer-creative.store';
import { createPeerImportStore } from '../peers/import/peer-import.store';
import { createSiteStore } from '../supply/sites/site.store';
import { createTaxonomyStore } from '../demand/taxonomy/taxonomy.store';
import { createUploadStore } from '../demand/uploads/upload.store';

/** The members that all models share, whatever they hold. */
export interface IndexedModel {
  readonly collection: {
    readonly name: string;
    createIndexes(indexes: object[]): Promise<unknown>;
  };
  readonly schema: { indexes(): [fields: object, options: object][] };
  /** Indexes that the database lacks, by their fields. */
  diffIndexes(): Promise<{ readonly toCreate: readonly unknown[] }>;
  createCollection(): Promise<unknown>;
}

/** Everything that a process stores, and reads again, goes through one of these. */
export function createStores(
  db: Connection,
  parts: {
    readonly config: Config;
    readonly contentFolder: ContentFolder | null;
    readonly now: () => Date;
  },
) {
  const { config, contentFolder, now } = parts;
  const paymentBatches = createPaymentBatchStore(db);
  return {
    jobStates: createJobStore(db),
    accounts: createAccountStore(db, now, config.defaultCredit),
    accountNetworks: createAccountNetworkStore(db),
    auditEntries: createAuditEntryStore(db),
    sessions: createSessionStore(db),
    knownNetworks: createKnownNetworkStore(db),
    windowCounts: createWindowCountStore(db),
    attempts: createAttemptStore(db),
    mailTokens: createMailTokenStore(db),
    campaigns: createCampaignStore(db, now),
    bidStrategies: createBidStrategyStore(db),
    creatives: createCreativeStore(db, now),
    contents: createContentStore(db, contentFolder),
    classifications: createClassificationStore(db),
    uploads: createUploadStore(db),
    sites: createSiteStore(db, now),
    placements: createPlacementStore(db),
    adsTxtLooks: createAdsTxtLookStore(db),
    clients: createClientStore(db),
    authorizations: createAuthorizationStore(db),
    refreshTokens: createRefreshTokenStore(db),
    personalTokens: createPersonalTokenStore(db),
    revocations: createRevocationStore(db),
    tokenKeyStore: createTokenKeyStore(db),
    events: createEventStore(db),
    eventRemovals: createEventRemovalStore(db),
    creativeResultStore: createCreativeResultStore(db),
    creativeReports: createCreativeReportStore(db),
    taxonomies: createTaxonomyStore(db),
    networkListStore: createNetworkListStore(db),
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
    acceptedViews: createAcceptedViewStore(db),
    campaignHours: createCampaignHourStore(db),
    openVerdicts: createOpenVerdictStore(db),
    rateStore: createRateStore(db),
    payments: createPaymentStore(db, paymentBatches),
    paymentBatches,
    payees: createPayeeStore(db),
    settlements: createSettlementStore(db),
    awaitedTransfers: createAwaitedTransferStore(db),
    keptLog: createKeptLogStore(db),
    deposits: createDepositStore(db),
    webhooks: createWebhookStore(db),
    webhookMessages: createWebhookMessageStore(db, config.webhookDays),
    noticeOutbox: createNoticeOutboxStore(db),
    statisticsChanges: createStatisticsChangeStore(db),
    statisticsRebuilds: createStatisticsRebuildStore(db),
    figureTouches: createFigureTouchStore(db),
    requestCountStore: createRequestCountStore(db),
    rollUps: createRollUpStore(db),
    visitorDays: createVisitorDayStore(db),
    countableEvents: createCountableEventStore(db),
    conversionFigures: createConversionFiguresStore(db),
    statisticsReports: createStatisticsReportStore(db),
    described: createDescribedStore(db),
    noticeMails: createNoticeMailStore(db),
    noticeMarks: createNoticeMarkStore(db),
    addressClaims: createClaimStore(db),
    withdrawals: createWithdrawalStore(db),
    peers: createPeerStore(db, now),
    peerSettings: createPeerSettingsStore(db, now),
    peerScans: createPeerScanStore(db),
    peerCampaigns: createPeerCampaignStore(db, now),
    peerCreatives: createPeerCreativeStore(db, now),
    peerImports: createPeerImportStore(db),
    peerCheckDays: createPeerCheckDayStore(db, now),
  };
}

/** Makes the collections and the indexes of stores, where they are not there yet. */
export async function createIndexesOf(
  stores: readonly { readonly models: readonly IndexedModel[] }[],
): Promise<void> {
  for (const { models } of stores)
    for (const model of models) {
      const indexes = model.schema.indexes().map(([key, options]) => ({ ...options, key }));
      // The first index makes its collection, too: not every cluster lets a transaction make one.
      if (indexes.length === 0) await model.createCollection();
      // All by one command: each start pays for it.
      else await model.collection.createIndexes(indexes);
    }
}
