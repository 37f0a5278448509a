import type { Amount } from '../../../amount';
import type { AdEvent } from '../../../market/events/event';
import type { RecordedConversion } from '../../../market/recorded-conversions/recorded-conversion';
import { parseUserAgent } from '../../../market/serving/user-agent';
import type { RejectionReason, Verdict } from '../../../money/verification/verdict';
import type {
  CountedConversionVerdict,
  CountedVerdict,
} from '../../../money/verification/verdict-listener';

/** Where, by whom and to whom something happened. Ids are 32 lower-case hex. */
export interface Circumstances {
  /** Unix milliseconds. */
  readonly at: number;
  readonly advertiserId: string;
  readonly campaignId: string;
  readonly creativeId: string;
  readonly publisherId: string;
  readonly siteId: string;
  readonly placementId: string;
  readonly device: string;
  readonly browser: string;
  /** ISO 3166 alpha-2, lower case; empty: not known. */
  readonly country: string;
  /** `1` to `10`, and `more`: see `frequencies`; empty: not known. */
  readonly frequency: string;
}

/** The frequency of the tenth view, and what all those behind it are. */
const mostApart = 10;
const beyond = 'more';

/** How often a visitor has seen a campaign, as statistics tell. The tenth view is apart: there are as many as visitors with ten or more. */
export const frequencies: readonly string[] = [
  ...Array.from({ length: mostApart }, (_value, before) => String(before + 1)),
  beyond,
];

const frequencyOf = (views: number | undefined): string =>
  views === undefined ? '' : views > mostApart ? beyond : String(views);

/** `pending`: it has no verdict yet. */
export type FactOutcome = 'pending' | 'accepted' | RejectionReason;

/** A view is a visitor's first of the day: for its campaign, or on its site. */
export type FirstViewKind = 'first_view' | 'first_site_view';
export type FactKind = 'impression' | 'click' | 'conversion' | FirstViewKind;

/**
 * One thing that statistics count: a view, a click, one case of an accepted conversion, or that a view is a visitor's
 * first.
 */
export interface Fact extends Circumstances {
  readonly kind: FactKind;
  readonly outcome: FactOutcome;
  /** -1 takes back one that was counted. */
  readonly sign: 1 | -1;
  /** The event's id. For a conversion the first case has the conversion's id, the others are empty: it occurred once. */
  readonly id: string;
  readonly trackingId: string | null;
  /** True for a view or a click that the tag has measured. */
  readonly isMeasured: boolean;
  /** USD. */
  readonly price: Amount;
  /** Unit: 10^-11 coins, like `revenue`. */
  readonly charge: Amount;
  readonly revenue: Amount;
  /** USD that the revenue was worth in its hour. */
  readonly earned: Amount;
  /** USD that the operator’s fees of demand and supply were worth in its hour. */
  readonly fees: Amount;
}

export type CountableEvent = Pick<
  AdEvent,
  | 'id'
  | 'kind'
  | 'occurredAt'
  | 'advertiserId'
  | 'campaignId'
  | 'creativeId'
  | 'publisherId'
  | 'siteId'
  | 'placementId'
  | 'trackingId'
  | 'userAgent'
  | 'country'
  | 'isMeasured'
  | 'frequency'
>;

const unitsPerCoin = 10n ** 11n;
const noMoney = { price: 0n, charge: 0n, revenue: 0n, earned: 0n, fees: 0n } as const;

export function circumstancesOf(
  event: Omit<CountableEvent, 'id' | 'kind' | 'trackingId' | 'isMeasured'>,
): Circumstances {
  const { advertiserId, campaignId, creativeId, publisherId, siteId, placementId } = event;
  const { type: device, browser } = parseUserAgent(event.userAgent);
  return {
    at: event.occurredAt.getTime(),
    advertiserId,
    campaignId,
    creativeId,
    publisherId,
    siteId,
    placementId,
    device,
    browser,
    country: event.country ?? '',
    frequency: frequencyOf(event.frequency),
  };
}

/** @param verdict null: it has none yet */
export function factOf(
  event: CountableEvent,
  verdict: CountedVerdict | null,
  sign: 1 | -1 = 1,
): Fact {
  const { id, kind, trackingId, isMeasured = false } = event;
  const outcome = verdict === null ? 'pending' : (verdict.reason ?? 'accepted');
  const money = verdict === null ? noMoney : moneyOf(verdict, verdict.rate);
  return {
    ...circumstancesOf(event),
    ...{ id, kind, trackingId, isMeasured },
    outcome,
    sign,
    ...money,
  };
}

/** A view that has become a visitor's first one, or, by its sign, is so no longer. */
export function firstViewFactOf(place: Circumstances, kind: FirstViewKind, sign: 1 | -1): Fact {
  const { at, advertiserId, campaignId, creativeId, publisherId, siteId, placementId } = place;
  const { device, browser, country, frequency } = place;
  return {
    ...{ at, advertiserId, campaignId, creativeId, publisherId, siteId, placementId },
    ...{ device, browser, country, frequency, kind, sign },
    ...{ id: '', trackingId: null, isMeasured: false, outcome: 'accepted', ...noMoney },
  };
}

/**
 * One fact for each case of an accepted conversion; none if it was rejected.
 *
 * @param visitors the events of its cases by their ids; of a case without its event device and country are unknown
 */
export function factsOfConversion(
  { id, conversionId, advertiserId, campaignId, cases, occurredAt }: RecordedConversion,
  verdict: CountedConversionVerdict,
  {
    visitors,
    sign = 1,
  }: {
    readonly visitors: ReadonlyMap<
      string,
      Pick<CountableEvent, 'userAgent' | 'country' | 'frequency'>
    >;
    readonly sign?: 1 | -1;
  },
): readonly Fact[] {
  if (verdict.status !== 'accepted') return [];
  // Where nothing was booked there are no parts: the first case stands for all of them.
  const parts = verdict.parts && verdict.parts.length > 0 ? verdict.parts : [verdict];
  return cases.map(({ eventId, ...where }, position) => {
    const { userAgent = '', country = null, frequency } = visitors.get(eventId) ?? {};
    const isOccurrence = position === 0 && conversionId !== null;
    const part = parts[position];
    return {
      ...circumstancesOf({
        ...{ ...where, advertiserId, campaignId, occurredAt, userAgent, country },
        ...(frequency !== undefined && { frequency }),
      }),
      kind: 'conversion',
      id: isOccurrence ? id : '',
      trackingId: null,
      isMeasured: false,
      outcome: 'accepted',
      sign,
      ...(part ? moneyOf(part, verdict.rate) : noMoney),
    };
  });
}

function moneyOf(
  {
    price,
    charge,
    revenue,
    demandFee,
    supplyFee,
  }: Pick<Verdict, 'price' | 'charge' | 'revenue' | 'demandFee' | 'supplyFee'>,
  rate: Amount | null,
) {
  const inUsd = (coins: Amount) => (coins * (rate ?? 0n)) / unitsPerCoin;
  return { price, charge, revenue, earned: inUsd(revenue), fees: inUsd(demandFee + supplyFee) };
}
