import type { Part } from '../roll-ups/roll-up';

/** The side that asks: an advertiser for its campaigns, a publisher for its sites, an operator for everything. */
export const sides = ['advertiser', 'publisher', 'operator'] as const;
export type Side = (typeof sides)[number];

/** The stored description of a thing, found by its id. */
export interface Described {
  readonly name: string | null;
  readonly host?: string;
  readonly medium?: string;
  readonly size?: string;
  /** Of a site that is another server’s: its account on the ledger. */
  readonly peer?: string;
  /** Of a creative that is another server’s: its account on the ledger. */
  readonly payer?: string;
}

/** The properties of things that figures are summed up by. */
export type DescribedProperty = 'host' | 'medium' | 'size' | 'peer' | 'payer';

/** Things that have ids and names. */
export type Noun = 'campaign' | 'creative' | 'site' | 'placement';

export interface StatisticsDimension {
  readonly description: string;
  /** Sides that may ask for the dimension. */
  readonly sides: readonly Side[];
  /** The part of a row's key that this dimension reads; a record where the sides differ; null: the clock is read. */
  readonly part: Part | Readonly<Record<Side, Part>> | null;
  /** The kind of thing that the part is the id of. */
  readonly noun?: Noun | Readonly<Record<Side, Noun>>;
  /** Property of the thing by which rows are summed up; default: the thing itself. */
  readonly property?: DescribedProperty;
}

const everybody = sides;
const sideOfSites: readonly Side[] = ['publisher', 'operator'];
const byOwner = <Value>(demand: Value, supply: Value): Readonly<Record<Side, Value>> => ({
  advertiser: demand,
  publisher: supply,
  operator: supply,
});

/** Everything that figures can be given by, and narrowed by; time is an interval. */
export const dimensions = {
  campaign: {
    description: 'The campaign. Not for publishers.',
    sides: ['advertiser', 'operator'],
    part: 'campaignId',
    noun: 'campaign',
  },
  creative: {
    description: 'The creative that was shown.',
    sides: everybody,
    part: 'creativeId',
    noun: 'creative',
  },
  site: {
    description: 'The site. Not for advertisers.',
    sides: sideOfSites,
    part: 'siteId',
    noun: 'site',
  },
  placement: {
    description: 'The placement. Not for advertisers.',
    sides: sideOfSites,
    part: 'placementId',
    noun: 'placement',
  },
  host: {
    description: 'The host of the site.',
    sides: everybody,
    part: 'siteId',
    noun: 'site',
    property: 'host',
  },
  peer: {
    description:
      'The other server whose site has shown it, by its account on the ledger; empty for sites of ours. Not for publishers.',
    sides: ['advertiser', 'operator'],
    part: 'siteId',
    noun: 'site',
    property: 'peer',
  },
  payer: {
    description:
      'The other server whose campaign was shown, and which pays for it, by its account on the ledger; empty for campaigns of this server. Not for advertisers.',
    sides: sideOfSites,
    part: 'creativeId',
    noun: 'creative',
    property: 'payer',
  },
  country: {
    description:
      'Where the visitor was, ISO 3166 alpha-2 in lower case; empty where it is not known.',
    sides: everybody,
    part: 'country',
  },
  device: {
    description: 'desktop, mobile, tablet, tv or other.',
    sides: everybody,
    part: 'device',
  },
  browser: {
    description: 'chrome, edge, firefox, msie, opera, safari or other.',
    sides: everybody,
    part: 'browser',
  },
  frequency: {
    description:
      'The how manyth view of the campaign by its visitor it was: 1 to 10, or more; of a click, how many views its visitor had had. Empty where it is not known: without a tracking id, on sites of other servers, for traffic that was invalid at once, and for what happened before this was noted. Not for publishers.',
    sides: ['advertiser', 'operator'],
    part: 'frequency',
  },
  medium: {
    description: 'The medium of the campaign; for publishers and the operator, of the site.',
    sides: everybody,
    part: byOwner('campaignId', 'siteId'),
    noun: byOwner('campaign', 'site'),
    property: 'medium',
  },
  size: {
    description:
      'The size of the creative, such as 300x250; for publishers and the operator, of the placement.',
    sides: everybody,
    part: byOwner('creativeId', 'placementId'),
    noun: byOwner('creative', 'placement'),
    property: 'size',
  },
  hour: {
    description:
      'The hour of the day by the clocks of `timeZone`, 00 to 23; of a range that is one day: its hours.',
    sides: everybody,
    part: null,
  },
} as const satisfies Record<string, StatisticsDimension>;

export type DimensionName = keyof typeof dimensions;

/** A dimension as one side sees it. */
export interface SeenDimension {
  /** null: the hour of the day. */
  readonly part: Part | null;
  readonly noun: Noun | null;
  readonly property: DescribedProperty | null;
}

/** @returns null for a side that may not ask for it. */
export function dimensionFor(side: Side, name: DimensionName): SeenDimension | null {
  const { sides: allowed, part, noun, property }: StatisticsDimension = dimensions[name];
  if (!allowed.includes(side)) return null;
  const own = <Value extends string>(value: Value | Readonly<Record<Side, Value>>): Value =>
    typeof value === 'string' ? value : value[side];
  return {
    part: part === null ? null : own(part),
    noun: noun === undefined ? null : own(noun),
    property: property ?? null,
  };
}
