import type { PeersMembers } from '../../peers/peers.members';
import type { Announcing } from '../../money/payments/broadcast/may-broadcast.service';
import type { PlatformMembers } from '../../platform/platform.members';
import type { MarketMembers } from '../../market/market.members';
import type { MoneyMembers } from '../../money/money.members';
import type { JobContext } from '../../platform/jobs/job.context';
import type { GatewayStatus } from './gateway-health';

/** The gateway that answers a request. */
export interface GatewayFacts {
  readonly readiness: () => GatewayStatus;
  /** Changes by other gateways before that time are in force here. */
  readonly changesKnownUntil: () => Date;
}

/** The stores and facts that looking at a gateway's health needs. */
export interface HealthContext
  extends JobContext,
    Pick<PlatformMembers, 'config' | 'readClockSkewMs' | 'outages'>,
    Pick<PeersMembers, 'readLastBroadcast'>,
    Announcing,
    Pick<MarketMembers, 'eventLog' | 'inventory'>,
    Pick<MoneyMembers, 'rates' | 'settlements' | 'openVerdicts'> {
  readonly gateway: GatewayFacts;
}
