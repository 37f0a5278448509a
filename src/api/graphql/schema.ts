import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import {
  type BuildSchemaOptions,
  type AuthCheckerFn,
  buildSchemaSync,
  type PubSub,
} from 'type-graphql';
import type { RequestContext } from '../context';
import { type AccessRule, assertAllowed } from '../../identity/access/access-rule';
import { ActingResolver } from '../../identity/accounts/acting.resolver';
import { AccountManagementResolver } from '../../identity/accounts/account-management.resolver';
import { OpenSessionResolver } from '../../identity/accounts/open-session.resolver';
import { AccountResolver } from '../../identity/accounts/account.resolver';
import { AuditLogResolver } from '../../identity/audit/audit-log.resolver';
import { EmailChangeResolver } from '../../identity/accounts/email-change.resolver';
import { PasswordResolver } from '../../identity/accounts/password.resolver';
import { PayoutAddressResolver } from '../../identity/accounts/payout-address.resolver';
import { SecondFactorResolver } from '../../identity/accounts/second-factor/second-factor.resolver';
import { RegistrationResolver } from '../../identity/accounts/registration.resolver';
import { BidStrategyResolver } from '../../demand/bid-strategies/bid-strategy.resolver';
import { CampaignMinimumsResolver } from '../../demand/campaigns/campaign-minimums.resolver';
import { CampaignResolver } from '../../demand/campaigns/campaign.resolver';
import { ClassificationResolver } from '../../demand/classifications/classification.resolver';
import { CreativeResolver } from '../../demand/creatives/creative.resolver';
import { EventResolver } from '../../market/events/event.resolver';
import { SiteCreativeResolver } from '../../market/site-creatives/site-creative.resolver';
import {
  CreativeReportResolver,
  ReportedCreativeResolver,
} from '../../market/creative-reports/creative-report.resolver';
import { ConversionResolver } from '../../demand/conversions/conversion.resolver';
import { ConversionTestResolver } from '../../market/recorded-conversions/conversion-test.resolver';
import { RecordedConversionResolver } from '../../market/recorded-conversions/recorded-conversion.resolver';
import { JobResolver } from '../../platform/jobs/job.resolver';
import { AllowedApplicationResolver } from '../../identity/oauth/authorizations/allowed-application.resolver';
import { AuthorizeResolver } from '../../identity/oauth/authorizations/authorize.resolver';
import { ClientResolver } from '../../identity/oauth/clients/client.resolver';
import { PersonalTokenResolver } from '../../identity/oauth/tokens/personal-token.resolver';
import { TokenResolver } from '../../identity/oauth/server/token.resolver';
import { JoiningFeeResolver } from '../../money/peer-joining/joining-fee.resolver';
import { PeerImportResolver } from '../../peers/import/peer-import.resolver';
import { PeerReceiptResolver } from '../../money/peer-receipts/peer-receipt.resolver';
import { PeerResolver } from '../../peers/directory/peer.resolver';
import { RefusedDomainResolver } from '../../demand/refused-domains/refused-domain.resolver';
import { PlacementResolver } from '../../supply/placements/placement.resolver';
import { ServingResolver } from '../../market/serving/serving.resolver';
import { ClaimResolver } from '../../money/claims/claim.resolver';
import { DepositResolver } from '../../money/deposits/deposit.resolver';
import { AccountStatementResolver } from '../../money/books/days/account-statement.resolver';
import { StatementResolver } from '../../money/books/statement.resolver';
import { PaymentResolver } from '../../money/payments/payment.resolver';
import { SettlementResolver } from '../../money/payments/settlement.resolver';
import { WaitingEarningsResolver } from '../../money/payments/waiting-earnings.resolver';
import { WithdrawalResolver } from '../../money/withdrawals/withdrawal.resolver';
import { PocketResolver } from '../../money/pockets/pocket.resolver';
import { AuctionTypeResolver } from '../../market/auction-types/auction-type.resolver';
import { RateResolver } from '../../money/rates/rate.resolver';
import { VerifiedEventResolver } from '../../money/verification/verified-event.resolver';
import { NotificationPreferencesResolver } from '../../insight/notifications/notification-preferences.resolver';
import { HealthResolver } from '../../insight/health/health.resolver';
import { LiveResolver } from '../../insight/live/live.resolver';
import { CampaignTableResolver } from '../../insight/campaign-table/campaign-table.resolver';
import { CreativeTableResolver } from '../../insight/creative-table/creative-table.resolver';
import { SiteTableResolver } from '../../insight/site-table/site-table.resolver';
import { ForecastResolver } from '../../insight/forecast/forecast.resolver';
import { CampaignReachResolver } from '../../insight/reach/campaign-reach.resolver';
import { CreativeRotationResolver } from '../../insight/rotation/rotation.resolver';
import { servingResolvers } from '../../insight/serving/serving.resolver';
import { LastTrafficResolver } from '../../insight/statistics/requests/last-traffic.resolver';
import { figuresResolvers } from '../../insight/statistics/questions/owned-figures.resolver';
import { ConversionFiguresResolver } from '../../insight/statistics/questions/conversion-figures.resolver';
import { StatisticsReportResolver } from '../../insight/statistics-reports/statistics-report.resolver';
import { StatisticsResolver } from '../../insight/statistics/questions/statistics.resolver';
import { WebhookResolver } from '../../insight/notifications/webhook.resolver';
import { SiteClaimResolver } from '../../supply/site-claims/site-claim.resolver';
import { SiteReviewResolver } from '../../supply/sites/site-review.resolver';
import { SiteResolver } from '../../supply/sites/site.resolver';
import { TaxonomyResolver } from '../../demand/taxonomy/taxonomy.resolver';
import { UploadResolver } from '../../demand/uploads/upload.resolver';
import { SamplePageResolver } from '../../insight/demo-page/sample-page.resolver';
import { noteAccessRules } from './access-rules';
import { auditMutations } from './audit-mutations';
import { callWithParsed, parseInputs } from './arguments';
import { noteErrors } from './operation-errors';

/** type-graphql asks for one. Every subscription of ours has its own `subscribe` in its place. */
const noPubSub: PubSub = {
  publish: refusePubSub,
  subscribe: refusePubSub,
};

function refusePubSub(): never {
  throw new Error('a subscription names no `subscribe` of its own');
}

/** Runs what `@Authorized` asks of the caller before a field is resolved. */
const checkAuthorization: AuthCheckerFn<RequestContext, AccessRule> = ({ context }, rules) => {
  assertAllowed(context, rules);
  return true;
};

const resolvers: BuildSchemaOptions['resolvers'] = [
  AccountResolver,
  OpenSessionResolver,
  AccountManagementResolver,
  ActingResolver,
  AllowedApplicationResolver,
  AuditLogResolver,
  AuthorizeResolver,
  BidStrategyResolver,
  ClientResolver,
  CampaignMinimumsResolver,
  CampaignResolver,
  ConversionResolver,
  CreativeReportResolver,
  ReportedCreativeResolver,
  SiteCreativeResolver,
  ConversionTestResolver,
  RecordedConversionResolver,
  PeerResolver,
  RefusedDomainResolver,
  JoiningFeeResolver,
  PeerImportResolver,
  PeerReceiptResolver,
  PlacementResolver,
  SamplePageResolver,
  SiteResolver,
  SiteClaimResolver,
  SiteReviewResolver,
  ClassificationResolver,
  CreativeResolver,
  EventResolver,
  JobResolver,
  EmailChangeResolver,
  PasswordResolver,
  PayoutAddressResolver,
  RegistrationResolver,
  SecondFactorResolver,
  PersonalTokenResolver,
  ClaimResolver,
  DepositResolver,
  PaymentResolver,
  WaitingEarningsResolver,
  SettlementResolver,
  WithdrawalResolver,
  PocketResolver,
  StatementResolver,
  AccountStatementResolver,
  AuctionTypeResolver,
  RateResolver,
  ServingResolver,
  TaxonomyResolver,
  TokenResolver,
  UploadResolver,
  VerifiedEventResolver,
  WebhookResolver,
  NotificationPreferencesResolver,
  StatisticsResolver,
  ConversionFiguresResolver,
  StatisticsReportResolver,
  HealthResolver,
  LiveResolver,
  ...figuresResolvers,
  LastTrafficResolver,
  CampaignReachResolver,
  CreativeRotationResolver,
  ...servingResolvers,
  ForecastResolver,
  CampaignTableResolver,
  SiteTableResolver,
  CreativeTableResolver,
];

/** The whole schema; built once per process. */
export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers,
    authChecker: checkAuthorization,
    validate: false,
    // A test does that, not each start.
    skipCheck: true,
    pubSub: noPubSub,
  });
  noteAccessRules(schema);
  noteErrors(schema);
  callWithParsed(schema);
  auditMutations(schema);
  parseInputs(schema);
  return schema;
}
