import type { Config } from '../../config';
import type { EventLog } from '../../market/events/event-log';
import type { Inventory } from '../../market/inventory/inventory';
import type { SettlementStore } from '../../money/payments/settlement.store';
import type { Rates } from '../../money/rates/rates';
import type { OpenVerdictStore } from '../../money/verification/judge/open-verdict.store';
import type { JobContext } from '../../platform/jobs/job.context';
import type { Outages } from '../../platform/process/outages';
import type { GatewayStatus } from './gateway-health';

/** The gateway that answers a request. */
export interface GatewayFacts {
  readonly readiness: () => GatewayStatus;
  /** Changes by other gateways before that time are in force here. */
  readonly changesKnownUntil: () => Date;
}

/** The stores and facts that looking at a gateway's health needs. */
export interface HealthContext extends JobContext {
  readonly gateway: GatewayFacts;
  readonly config: Config;
  readonly readClockSkewMs: () => Promise<number | null>;
  readonly outages: Outages;
  readonly eventLog: EventLog;
  readonly inventory: Inventory;
  readonly rates: Rates;
  readonly settlements: SettlementStore;
  readonly openVerdicts: OpenVerdictStore;
}
