import type { ServiceContext } from '../api/context';
import type { Job } from '../platform/jobs/job';
import { limitAuditLogJob } from '../identity/audit/limit-audit-log.job';
import { verifyEvents } from '../money/verification/judge/verify-events.job';
import { wakeVerification } from '../money/verification/judge/wake-verification.job';
import { removeUnusedContents } from '../demand/contents/remove-unused-contents.job';
import { removeAbandonedCreatives } from '../demand/creatives/remove-abandoned-creatives.job';
import { lookAtHosts } from '../market/peer-events/look-at-hosts.job';
import { keepFrequencyCountsJob } from '../market/frequency/keep-frequency-counts.job';
import { shareFrequencyCounts } from '../market/frequency/share-frequency-counts.job';
import { shareUnseenBounds } from '../market/serving/share-unseen-bounds.job';
import { removeUnseenSupplyJob } from '../market/serving/remove-unseen-supply.job';
import { rerankCreatives } from '../market/inventory/rerank-creatives.job';
import { fetchRate } from '../money/rates/fetch-rate.job';
import { mergePublishers } from '../money/claims/merge-publishers.job';
import { sumBookedDaysJob } from '../money/books/days/sum-booked-days.job';
import { keepLedgerLog } from '../money/books/kept-log/keep-ledger-log.job';
import { readDeposits } from '../money/deposits/read-deposits.job';
import { settleDuePayments } from '../money/payments/settle-payments.job';
import { expireUnconfirmedWithdrawals } from '../money/withdrawals/expire-withdrawals.job';
import { explainReceipts } from '../money/peer-receipts/explain-receipts.job';
import { pricePeerCampaigns } from '../money/peer-receipts/price-peer-campaigns.job';
import { removeReceiptLines } from '../money/peer-receipts/remove-receipt-lines.job';
import { stopUnpayingPeers } from '../money/peer-receipts/stop-unpaying-peers.job';
import { watchRate } from '../money/rates/watch-rate.job';
import { keepBudgets } from '../money/budgets/keep-budgets.job';
import { learnTraffic } from '../money/budgets/learn-traffic.job';
import { suspendUnfundedCampaigns } from '../money/budgets/suspend-unfunded-campaigns.job';
import { mailNotices } from '../insight/notifications/mail-notices.job';
import { noteEndedCampaigns } from '../insight/notifications/note-ended-campaigns.job';
import { tellPeriodFiguresJob } from '../insight/notifications/tell-period-figures.job';
import { deliverNotices } from '../insight/notifications/deliver-notices.job';
import { foldPieces } from '../insight/statistics/roll-ups/fold-pieces.job';
import { mergeLayers } from '../insight/statistics/roll-ups/merge-roll-up-layers.job';
import { foldStatistics } from '../insight/statistics/roll-ups/fold-statistics.job';
import { prepareReportsJob } from '../insight/statistics-reports/prepare-reports.job';
import { rebuildStatisticsOnce } from '../insight/statistics/roll-ups/rebuild-statistics.job';
import { removeUnseenAccounts } from '../insight/retention/remove-unseen-accounts.job';
import { removeOldEventsJob } from '../insight/retention/remove-old-events.job';
import { discoverPeers } from '../peers/discovery/discover-peers.job';
import { checkPeerCreatives } from '../peers/import/check-peer-creatives.job';
import { importInventories } from '../peers/import/import-inventories.job';
import { storeRequestCounts } from '../insight/statistics/requests/store-request-counts.job';
import { storeFindSamples } from '../market/replay/store-find-samples.job';
import { storeOutcomes } from '../market/outcomes/store-outcomes.job';
import { storeCreativeResults } from '../market/inventory/store-creative-results.job';

/** All work that comes round by itself. */
export const jobs: readonly Job<ServiceContext>[] = [
  storeCreativeResults,
  rerankCreatives,
  wakeVerification,
  verifyEvents,
  removeUnusedContents,
  removeAbandonedCreatives,
  keepBudgets,
  learnTraffic,
  shareUnseenBounds,
  shareFrequencyCounts,
  keepFrequencyCountsJob,
  suspendUnfundedCampaigns,
  fetchRate,
  watchRate,
  settleDuePayments,
  readDeposits,
  keepLedgerLog,
  sumBookedDaysJob,
  deliverNotices,
  foldStatistics,
  foldPieces,
  mergeLayers,
  rebuildStatisticsOnce,
  storeRequestCounts,
  storeOutcomes,
  storeFindSamples,
  prepareReportsJob,
  mailNotices,
  noteEndedCampaigns,
  tellPeriodFiguresJob,
  mergePublishers,
  expireUnconfirmedWithdrawals,
  limitAuditLogJob,
  removeOldEventsJob,
  removeUnseenSupplyJob,
  removeUnseenAccounts,
  discoverPeers,
  importInventories,
  checkPeerCreatives,
  lookAtHosts,
  stopUnpayingPeers,
  explainReceipts,
  removeReceiptLines,
  pricePeerCampaigns,
];
