import type { ConnectionPool } from '../platform/database/connection-pool';
import type { BackupMark } from '../platform/database/backup-mark';
import type { JsonThreads } from '../platform/egress/json-threads';
import type { Job } from '../platform/jobs/job';
import type { JobContext } from '../platform/jobs/job.context';
import type { ListContext } from '../platform/lists/list.service';
import type { AccountContext } from '../identity/accounts/account.context';
import type { AuditContext } from '../identity/audit/audit.context';
import type { WithViewer } from '../identity/access/viewer';
import type { OAuthContext } from '../identity/oauth/oauth.context';
import type { BidStrategyContext } from '../demand/bid-strategies/bid-strategy.context';
import type { CampaignContext } from '../demand/campaigns/campaign.context';
import type { ClassificationContext } from '../demand/classifications/classification.context';
import type { ContentContext } from '../demand/contents/content.context';
import type { ConversionContext } from '../demand/conversions/conversion.context';
import type { CreativeContext } from '../demand/creatives/creative.context';
import type { TaxonomyContext } from '../demand/taxonomy/taxonomy.context';
import type { UploadContext } from '../demand/uploads/upload.context';
import type { PlacementContext } from '../supply/placements/placement.context';
import type { SiteClaimContext } from '../supply/site-claims/site-claim.context';
import type { SiteContext } from '../supply/sites/site.context';
import type { VisitorContext } from '../supply/visitors/visitor.context';
import type { DiscoveryContext } from '../peers/discovery/discovery.context';
import type { OwnInfoContext } from '../peers/discovery/own-info.service';
import type { PeerExportContext } from '../money/peer-export/peer-export.context';
import type { ExportContext } from '../peers/export/export.context';
import type { PeerImportContext } from '../peers/import/import.context';
import type { CreativeReportContext } from '../market/creative-reports/creative-report.context';
import type { SiteCreativeContext } from '../market/site-creatives/site-creative.context';
import type { EventContext } from '../market/events/event.context';
import type { NetworkListContext } from '../market/network-lists/network-list.service';
import type { InventoryContext } from '../market/inventory/inventory.context';
import type { RecordedConversionContext } from '../market/recorded-conversions/recorded-conversion.context';
import type { ServingContext } from '../market/serving/serving.context';
import type { VerificationContext } from '../money/verification/verification.context';
import type { BookCheckContext } from '../money/books/checks/book-check';
import type { BudgetGate } from '../money/budgets/budget-gate';
import type { BudgetContext } from '../money/budgets/budget.context';
import type { ClaimContext } from '../money/claims/claim.context';
import type { DepositContext } from '../money/deposits/deposit.context';
import type { PocketContext } from '../money/pockets/pocket.context';
import type { PaymentContext } from '../money/payments/payment.context';
import type { GatewayFacts } from '../insight/health/health.context';
import type { LiveContext } from '../insight/live/live.context';
import type { NotificationContext } from '../insight/notifications/notification.context';
import type { RateContext } from '../money/rates/rate.context';
import type { StatisticsContext } from '../insight/statistics/statistics.context';
import type { StatisticsReportContext } from '../insight/statistics-reports/statistics-report.context';
import type { WithRequest } from '../request-facts';

/**
 * All that the services may use of the outside: clock, randomness, storage, memory. One per process, made by
 * `createServiceContext`. A service asks for its own domain's slice of it.
 */
export interface ServiceContext
  extends ListContext,
    JobContext,
    AccountContext,
    AuditContext,
    OAuthContext,
    BidStrategyContext,
    CampaignContext,
    ClassificationContext,
    ContentContext,
    ConversionContext,
    CreativeContext,
    TaxonomyContext,
    UploadContext,
    PlacementContext,
    SiteContext,
    SiteClaimContext,
    VisitorContext,
    OwnInfoContext,
    CreativeReportContext,
    SiteCreativeContext,
    EventContext,
    NetworkListContext,
    InventoryContext,
    RecordedConversionContext,
    ServingContext,
    VerificationContext,
    BookCheckContext,
    BudgetContext,
    PocketContext,
    RateContext,
    PaymentContext,
    ClaimContext,
    DepositContext,
    NotificationContext,
    StatisticsContext,
    StatisticsReportContext,
    LiveContext,
    DiscoveryContext,
    PeerImportContext,
    ExportContext,
    PeerExportContext {
  readonly jobs: readonly Job<ServiceContext>[];
  readonly offerGate: BudgetGate;
  readonly connectionPool: ConnectionPool;
  /** Parse what other servers answer; the gateway closes them. */
  readonly jsonThreads: JsonThreads;
  /** By how much our clock is ahead of the database's; null where that does not tell its time. */
  readonly readClockSkewMs: () => Promise<number | null>;
  /** null: `adgate db backup` has made none. */
  readonly findLastBackup: () => Promise<BackupMark | null>;
}

/** A service context for one request: what resolvers get, who hand it to services and look into no store. */
export interface RequestContext extends ServiceContext, WithRequest, WithViewer {
  readonly requestId: string;
  readonly gateway: GatewayFacts;
}
