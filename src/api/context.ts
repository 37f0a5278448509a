import type { WithViewer } from '../identity/access/viewer';
import type { IdentityMembers } from '../identity/identity.members';
import type { DemandMembers } from '../demand/demand.members';
import type { GatewayFacts } from '../insight/health/health.context';
import type { InsightMembers } from '../insight/insight.members';
import type { LiveContext } from '../insight/live/live.context';
import type { MarketMembers } from '../market/market.members';
import type { BudgetGate } from '../money/budgets/budget-gate';
import type { MoneyMembers } from '../money/money.members';
import type { PeersMembers } from '../peers/peers.members';
import type { Job } from '../platform/jobs/job';
import type { PlatformMembers } from '../platform/platform.members';
import type { WithRequest } from '../request-facts';
import type { SupplyMembers } from '../supply/supply.members';

/**
 * All that the services may use of the outside: clock, randomness, storage, memory. One per process, made by
 * `createServiceContext`. A service asks for its own domain's slice of it.
 */
export interface ServiceContext
  extends PlatformMembers,
    IdentityMembers,
    DemandMembers,
    SupplyMembers,
    PeersMembers,
    MarketMembers,
    MoneyMembers,
    InsightMembers,
    Pick<LiveContext, 'live'> {
  readonly jobs: readonly Job<ServiceContext>[];
  readonly offerGate: BudgetGate;
}

/** A service context for one request: what resolvers get, who hand it to services and look into no store. */
export interface RequestContext extends ServiceContext, WithRequest, WithViewer {
  readonly requestId: string;
  readonly gateway: GatewayFacts;
}
