import type { Amount } from '../../../amount';
import type { CampaignStopKind } from '../../../demand/campaigns/campaign-state';
import type { CreativeStopKind } from '../../../demand/creatives/creative-state';
import type { AccountStopKind } from '../../../identity/accounts/account-state';
import type { AdEvent } from '../../../market/events/event';
import type { Standing } from '../../../platform/states/state-history';
import type { SiteStopKind } from '../../../supply/sites/site-state';
import type { SpendingFacts, VerdictRule } from './verdict-rule';
import type { VerdictStatus } from '../verdict';

/** The part of an event that the rules look at. */
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
  | 'exp'
  | 'occurredAt'
  | 'trackingId'
  | 'userAgent'
  | 'remoteAddress'
  | 'invalidTraffic'
  | 'price'
  | 'needsConfirmation'
  | 'peer'
  | 'isWeb'
  | 'demandServer'
  | 'isMeasured'
  | 'requiresViewability'
  | 'isOwn'
>;

/** Events of one advertiser in a clock hour: accepted ones, and those that were refused for clicks. */
export interface ActivityCounts {
  readonly visitor: number;
  readonly network: number;
  /** Of a publisher's sites from one network. */
  readonly pair: number;
  readonly site: number;
}

/** Limits that the operator has set. */
export interface VerificationLimits {
  /** Most cases of one advertiser in a clock hour; 0: as many as there are. */
  readonly cases: ActivityCounts;
  /** The same for visitors without a cookie, who are known by network and browser: many share both. */
  readonly anonymousCases: number;
  /** Clicks of a clock hour in percent of its views; 0: any. */
  readonly clickShares: ActivityCounts;
  /** Most conversions without a click that one network has of one advertiser in a clock hour; 0: as many as there are. */
  readonly conversions: number;
  /** Milliseconds between an offer on the web and its view or click, which no person gets under; 0: none. */
  readonly leastViewMs: number;
  /** Milliseconds between a view on the web and its click, which no person gets under; 0: none. */
  readonly leastClickMs: number;
}

/** The view that a click needs: one of the same case. */
export interface ViewOfClick {
  readonly status: VerdictStatus;
  readonly occurredAt: Date;
}

/** The other server whose site has shown something, at that moment. */
export interface PeerFacts {
  /** True where the operator lets our campaigns be on its sites. */
  readonly isAllowed: boolean;
  /** Charges for its events of that day (UTC), 10^-11 coins, and the most that there may be. */
  readonly earned: Amount;
  readonly limit: Amount;
}

/** All that is known of an event when it is its turn. Times are those of the event, never that of now. */
export interface EventFacts extends SpendingFacts {
  /** The campaign's standing when the event happened; the members below are of that moment too. */
  readonly campaign: Standing<CampaignStopKind>;
  readonly advertiser: Standing<AccountStopKind>;
  readonly creative: Standing<CreativeStopKind>;
  readonly site: Standing<SiteStopKind>;
  /** `running` for sites that nobody has claimed. */
  readonly publisher: Standing<AccountStopKind>;
  /** null: a site of ours has shown it. */
  readonly peer: PeerFacts | null;
  /** False: the host must name the other server’s publisher and does not; null: it need not. */
  readonly isNamedByHost: boolean | null;
  /** null for a view, and for a click without one. */
  readonly view: ViewOfClick | null;
  /** True where the event's network is a loopback network, a private network or not known. */
  readonly isLocal: boolean;
  /**
   * True where publisher and advertiser are one account, or the publisher has logged in from the event's network
   * lately.
   */
  readonly isOwn: boolean;
  /** Views before it. */
  readonly cases: ActivityCounts;
  /** Clicks before it. */
  readonly clicks: ActivityCounts;
  readonly limits: VerificationLimits;
}

/** A rule that views and clicks are judged by. */
export interface EventRule extends VerdictRule {
  /** Says that the event is rejected for this reason. */
  refusesEvent(event: JudgedEvent, facts: EventFacts): boolean;
}
