import type { Amount } from '../../amount';
import type { CampaignStopKind } from '../../demand/campaigns/campaign-state';
import type { CreativeStopKind } from '../../demand/creatives/creative-state';
import type { AccountStopKind } from '../../identity/accounts/account-state';
import type { AdEvent } from '../../market/events/event';
import type { Standing } from '../../platform/states/state-history';
import type { SiteStopKind } from '../../supply/sites/site-state';
import type { RejectionReason, VerdictStatus } from './verdict';

/** What of an event the rules look at. */
export type JudgedEvent = Pick<
  AdEvent,
  | 'id'
  | 'kind'
  | 'caseId'
  | 'offerId'
  | 'siteId'
  | 'publisherId'
  | 'creativeId'
  | 'campaignId'
  | 'advertiserId'
  | 'offeredAt'
  | 'occurredAt'
  | 'trackingId'
  | 'remoteAddress'
  | 'invalidTraffic'
  | 'price'
  | 'needsConfirmation'
>;

/** Accepted cases of one advertiser in a clock hour. */
export interface CaseCounts {
  readonly visitor: number;
  readonly network: number;
  readonly site: number;
}

/** What the operator has set. */
export interface VerificationLimits {
  /** Most cases of one advertiser in a clock hour; 0: as many as there are. */
  readonly cases: CaseCounts;
  /** Milliseconds between an offer and its view that nobody gets under. */
  readonly leastViewMs: number;
}

/** The view that a click needs: one of the same case. */
export interface ViewOfClick {
  readonly status: VerdictStatus;
  readonly occurredAt: Date;
}

/** All that is known of an event when it is its turn. Times of day never enter: they are those of the event. */
export interface EventFacts {
  /** What was running when it happened. */
  readonly campaign: Standing<CampaignStopKind>;
  readonly advertiser: Standing<AccountStopKind>;
  readonly creative: Standing<CreativeStopKind>;
  readonly site: Standing<SiteStopKind>;
  /** `running` for sites that nobody has claimed. */
  readonly publisher: Standing<AccountStopKind>;
  /** null for a view, and for a click without one. */
  readonly view: ViewOfClick | null;
  /** Whether its network is a loopback or private one, or not known. */
  readonly isLocal: boolean;
  /** Whether publisher and advertiser are one, or the publisher has logged in from its network lately. */
  readonly isOwn: boolean;
  /** Accepted before it. */
  readonly cases: CaseCounts;
  readonly limits: VerificationLimits;
  /** USD that it would cost now: 0 while its confirmation is not there. */
  readonly price: Amount;
  /** USD. Of its clock hour, as it was set when it happened. */
  readonly budget: Amount;
  /** USD of its clock hour that are spent. */
  readonly spent: Amount;
  /** Unit: 10^-11 coins. */
  readonly charge: Amount;
  /** Funds and credit, 10^-11 coins; null: without limit. */
  readonly means: Amount | null;
}

/** One reason to pay nothing for an event. Pure. */
export interface EventRule {
  readonly reason: RejectionReason;
  /** For advertisers and publishers. */
  readonly description: string;
  /** Whether the event is rejected for this reason. */
  refuses(event: JudgedEvent, facts: EventFacts): boolean;
}
