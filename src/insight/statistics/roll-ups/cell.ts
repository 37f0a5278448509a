import type { Amount } from '../../../amount';
import { isOnOwnSite } from '../../../market/events/event-token';
import { keysOf } from '../../../record';
import type { Fact } from '../facts/fact';
import type { RejectionKey } from '../facts/rejection-key';

/** The counts of a cell, in the order in which they are stored: new ones come last. */
export const countNames = [
  'views',
  'validViews',
  'uniqueViews',
  'uniqueSiteViews',
  'clicks',
  'validClicks',
  'conversions',
  'measuredViews',
  'measuredClicks',
  'ownViews',
  'reached',
] as const;
/** The amounts of a cell, in the order in which they are stored: `charge` and `revenue` are coins, the others USD. */
export const amountNames = [
  'cost',
  'conversionValue',
  'earned',
  'charge',
  'revenue',
  'fees',
] as const;

type CountName = (typeof countNames)[number];
type AmountName = (typeof amountNames)[number];

/** Sums of all that happened in one place and time. */
export interface Cell {
  readonly counts: Record<CountName, number>;
  readonly amounts: Record<AmountName, Amount>;
  /** How many views and clicks were rejected for each reason. */
  readonly rejected: Map<RejectionKey, number>;
  /** Not stored with the others: finds are counted apart. */
  readonly finds: { requests: number; offers: number };
  /** Answers of the server with an error, which are counted apart, too. */
  readonly errors: { client: number; server: number };
}

export function emptyCell(): Cell {
  return {
    counts: {
      views: 0,
      validViews: 0,
      uniqueViews: 0,
      uniqueSiteViews: 0,
      clicks: 0,
      validClicks: 0,
      conversions: 0,
      measuredViews: 0,
      measuredClicks: 0,
      ownViews: 0,
      reached: 0,
    },
    amounts: { cost: 0n, conversionValue: 0n, earned: 0n, charge: 0n, revenue: 0n, fees: 0n },
    rejected: new Map(),
    finds: { requests: 0, offers: 0 },
    errors: { client: 0, server: 0 },
  };
}

export function addFact({ counts, amounts, rejected }: Cell, fact: Fact): void {
  const { kind, outcome, sign, id, isMeasured } = fact;
  if (kind === 'first_view' || kind === 'first_site_view') {
    counts[kind === 'first_view' ? 'uniqueViews' : 'uniqueSiteViews'] += sign;
    return;
  }
  const isAccepted = outcome === 'accepted';
  if (kind === 'impression') {
    counts.views += sign;
    if (fact.frequency === '1') counts.reached += sign;
    if (isAccepted) counts.validViews += sign;
    if (isAccepted && isMeasured) counts.measuredViews += sign;
    if (isAccepted && isOwnAndFree(fact)) counts.ownViews += sign;
  } else if (kind === 'click') {
    counts.clicks += sign;
    if (isAccepted) counts.validClicks += sign;
    if (isAccepted && isMeasured) counts.measuredClicks += sign;
  } else if (id !== '') counts.conversions += sign;
  // Conversions that are rejected make no facts.
  if (!isAccepted && outcome !== 'pending' && kind !== 'conversion')
    addTo(rejected, `${kind}:${outcome}`, sign);
  // Another server may pay for what was rejected here.
  const { price, earned, charge, revenue, fees } = sign === 1 ? fact : negated(fact);
  amounts.cost += price;
  amounts.earned += earned;
  amounts.charge += charge;
  amounts.revenue += revenue;
  amounts.fees += fees;
  if (kind === 'conversion') amounts.conversionValue += price;
}

/** Says that the view was of the publisher’s own campaign; those of before such views were free have a price. */
const isOwnAndFree = (fact: Fact): boolean => isOnOwnSite(fact) && fact.price === 0n;

const negated = ({ price, earned, charge, revenue, fees }: Fact) => ({
  price: -price,
  earned: -earned,
  charge: -charge,
  revenue: -revenue,
  fees: -fees,
});

export function addCell(sum: Cell, { counts, amounts, rejected, finds, errors }: Cell): void {
  for (const name of countNames) sum.counts[name] += counts[name];
  for (const name of amountNames) if (amounts[name] !== 0n) sum.amounts[name] += amounts[name];
  for (const [reason, count] of rejected) addTo(sum.rejected, reason, count);
  sum.finds.requests += finds.requests;
  sum.finds.offers += finds.offers;
  sum.errors.client += errors.client;
  sum.errors.server += errors.server;
}

export function isEmptyCell({ counts, amounts, rejected }: Cell): boolean {
  return (
    countNames.every((name) => counts[name] === 0) &&
    amountNames.every((name) => amounts[name] === 0n) &&
    rejected.size === 0
  );
}

function addTo<Key>(sums: Map<Key, number>, key: NoInfer<Key>, count: number): void {
  const sum = (sums.get(key) ?? 0) + count;
  if (sum === 0) sums.delete(key);
  else sums.set(key, sum);
}

/** As it is stored: counts, amounts (a text where a number is not exact), and what was rejected if anything was. */
export type StoredCell = readonly [
  counts: readonly number[],
  amounts: readonly (number | string)[],
  rejected?: Readonly<Partial<Record<RejectionKey, number>>>,
];

const mostExact = BigInt(Number.MAX_SAFE_INTEGER);

export function encodeCell({ counts, amounts, rejected }: Cell): StoredCell {
  const numbers = countNames.map((name) => counts[name]);
  const sums = amountNames.map((name) => encodeAmount(amounts[name]));
  return rejected.size > 0 ? [numbers, sums, Object.fromEntries(rejected)] : [numbers, sums];
}

/** Finds are counted apart, and not compared. */
export function isSameCell(one: Cell, other: Cell): boolean {
  const [text, otherText] = [one, other].map((cell) => {
    const [counts, amounts] = encodeCell(cell);
    return JSON.stringify([counts, amounts, [...cell.rejected].sort()]);
  });
  return text === otherText;
}

/** Adds stored cells to a sum: most of reading is this, and numbers are summed up at a fraction of what bigints take. */
export function addStoredCells(sum: Cell, cells: readonly StoredCell[]): void {
  countNames.forEach((name, at) => {
    let count = 0;
    for (const [counts] of cells) count += counts[at] ?? 0;
    if (count !== 0) sum.counts[name] += count;
  });
  amountNames.forEach((name, at) => {
    let exact = 0;
    for (const [, amounts] of cells) {
      const amount = amounts[at] ?? 0;
      if (typeof amount === 'number' && Number.isSafeInteger(exact + amount)) exact += amount;
      else sum.amounts[name] += BigInt(amount);
    }
    if (exact !== 0) sum.amounts[name] += BigInt(exact);
  });
  for (const [, , rejected] of cells)
    if (rejected)
      for (const reason of keysOf(rejected)) addTo(sum.rejected, reason, rejected[reason] ?? 0);
}

function encodeAmount(amount: Amount): number | string {
  return amount <= mostExact && amount >= -mostExact ? Number(amount) : amount.toString();
}
