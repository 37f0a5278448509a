import type { Amount } from '../../amount';
import type { PriceParts } from './judge/price-parts';

export type VerdictStatus = 'accepted' | 'rejected';

/** Why an event, or a conversion, is not paid for: all that there are, in the order in which rules look. */
export const rejectionReasons = [
  'no_price',
  'repeat',
  'bot',
  'prefetch',
  'data_center',
  'proxy',
  'unknown_browser',
  'peer_not_allowed',
  'targeting_not_met',
  'no_browser',
  'ads_txt',
  'not_offered',
  'no_impression',
  'impression_rejected',
  'click_rejected',
  'no_click',
  'impossible_timing',
  'not_viewable',
  'campaign_not_running',
  'creative_not_running',
  'site_not_running',
  'publisher_not_running',
  'own_traffic',
  'visitor_limit',
  'network_limit',
  'pair_limit',
  'site_limit',
  'visitor_click_rate',
  'network_click_rate',
  'pair_click_rate',
  'site_click_rate',
  'peer_limit',
  'conversion_limit',
  'budget_spent',
  'no_funds',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** The decision on an event, with its money. Only verifying again changes it. */
export interface Verdict {
  readonly status: VerdictStatus;
  /** null: it is accepted. */
  readonly reason: RejectionReason | null;
  /** USD that it costs: 0 for what is rejected, free, or paid once it is confirmed. */
  readonly price: Amount;
  /** USD per coin in its hour; null where nothing had to be converted. */
  readonly rate: Amount | null;
  /** Unit: 10^-11 coins, like the four below. What the advertiser pays. */
  readonly charge: Amount;
  readonly demandFee: Amount;
  readonly supplyFee: Amount;
  /** Absent: 0. */
  readonly communityFee?: Amount;
  /** The publisher's part: the charge less all fees. */
  readonly revenue: Amount;
  readonly judgedAt: Date;
  /** Id of the journal entry that booked the charge; null where there is nothing to book. */
  readonly entryId: string | null;
  /** Which batch of its partition judged it, from 1: with the time of an event it tells the order of judging. */
  readonly batch: number;
}

/** The decision on a conversion. */
export interface ConversionVerdict extends Verdict {
  /** The booked parts of its cases, in their order; none where nothing was booked. */
  readonly parts?: readonly PriceParts[];
}
