import type { Connection } from 'mongoose';
import { formatAmount } from '../../../src/amount';

/** An event as the database has it. */
interface RawEvent {
  readonly _id: string;
  readonly kind: 'impression' | 'click';
  readonly occurredAt: Date;
  readonly trackingId: string | null;
  readonly userAgent: string;
  readonly verdict?: RawVerdict;
  readonly [id: string]: unknown;
}

type Parts = Readonly<Record<'price' | 'charge' | 'revenue' | 'demandFee' | 'supplyFee', bigint>>;

interface RawVerdict extends Parts {
  readonly status: string;
  readonly reason: string | null;
  readonly rate: bigint | null;
  readonly parts?: readonly Parts[];
}

interface RawConversion {
  readonly _id: string;
  readonly conversionId: string | null;
  readonly occurredAt: Date;
  readonly cases: readonly Readonly<Record<string, string>>[];
  readonly verdict?: RawVerdict;
  readonly [id: string]: unknown;
}

/** Figures by their names; those that are 0 are left out. */
export type Recounted = Readonly<Record<string, string | number>>;

interface Counted {
  /** Ids and whatever else figures are by. */
  readonly of: Readonly<Record<string, unknown>>;
  readonly at: Date;
  readonly adds: Readonly<Record<string, number | bigint>>;
}

/**
 * Counts everything that is stored, by code that is none of src/insight's: no roll-ups, no changes, no memory of
 * visitors, a list of what each document adds.
 */
export async function readCounted(db: Connection): Promise<readonly Counted[]> {
  const events = await db.collection<RawEvent>('events').find({}, { useBigInt64: true }).toArray();
  const conversions = await db
    .collection<RawConversion>('recordedConversions')
    .find({}, { useBigInt64: true })
    .toArray();
  const firsts = new Map<string, RawEvent>();
  for (const event of events)
    for (const key of firstKeysOf(event)) {
      const first = firsts.get(key);
      if (!first || isEarlier(event, first)) firsts.set(key, event);
    }
  return [
    ...events.map((event) => ({ of: event, at: event.occurredAt, adds: addsOf(event, firsts) })),
    ...conversions.flatMap(countConversion),
  ];
}

/** Sums up what lies in a range and fits. */
export function sumUp(
  counted: readonly Counted[],
  range: { readonly from: Date; readonly to: Date },
  fits: (of: Readonly<Record<string, unknown>>) => boolean,
): Recounted {
  const sums = new Map<string, number | bigint>();
  for (const { of, at, adds } of counted) {
    if (at < range.from || at >= range.to || !fits(of)) continue;
    for (const [name, value] of Object.entries(adds)) {
      const sum = sums.get(name);
      if (typeof value === 'bigint') sums.set(name, ((sum as bigint | undefined) ?? 0n) + value);
      else sums.set(name, ((sum as number | undefined) ?? 0) + value);
    }
  }
  return Object.fromEntries(
    [...sums]
      .filter(([, sum]) => Number(sum) !== 0)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, sum]) => [name, typeof sum === 'bigint' ? formatAmount(sum) : sum]),
  );
}

function firstKeysOf({ kind, trackingId, occurredAt, campaignId, siteId, verdict }: RawEvent) {
  if (kind !== 'impression' || verdict?.status !== 'accepted' || trackingId === null) return [];
  const day = occurredAt.toISOString().slice(0, 10);
  return [`campaign ${String(campaignId)}`, `site ${String(siteId)}`].map(
    (of) => `${of} ${day} ${trackingId}`,
  );
}

function isEarlier(one: RawEvent, other: RawEvent): boolean {
  const between = one.occurredAt.getTime() - other.occurredAt.getTime();
  return between === 0 ? one._id < other._id : between < 0;
}

function addsOf(event: RawEvent, firsts: ReadonlyMap<string, RawEvent>) {
  const { kind, verdict } = event;
  const [all, valid] =
    kind === 'impression' ? ['views', 'validViews'] : (['clicks', 'validClicks'] as const);
  const adds: Record<string, number | bigint> = { [all]: 1 };
  if (kind === 'impression' && event['frequency'] === 1) adds['reached'] = 1;
  if (verdict?.status === 'rejected') adds[`${kind}:${String(verdict.reason)}`] = 1;
  if (verdict?.status !== 'accepted') return adds;
  adds[valid] = 1;
  if (event['isMeasured'] === true)
    adds[kind === 'impression' ? 'measuredViews' : 'measuredClicks'] = 1;
  for (const key of firstKeysOf(event))
    if (firsts.get(key) === event)
      adds[key.startsWith('campaign') ? 'uniqueViews' : 'uniqueSiteViews'] = 1;
  return { ...adds, ...moneyOf(verdict, verdict.rate) };
}

function moneyOf(part: Parts, rate: bigint | null) {
  const { price, charge, revenue, demandFee, supplyFee } = part;
  const inUsd = (coins: bigint) => (coins * (rate ?? 0n)) / 10n ** 11n;
  const fees = inUsd(demandFee + supplyFee);
  return { cost: price, charge, revenue, earned: inUsd(revenue), fees };
}

function countConversion({ verdict, cases, ...conversion }: RawConversion): readonly Counted[] {
  if (verdict?.status !== 'accepted') return [];
  return cases.map((one, at) => {
    const none = { price: 0n, charge: 0n, revenue: 0n, demandFee: 0n, supplyFee: 0n };
    const parts = verdict.parts?.length ? verdict.parts : [verdict];
    const part = parts[at] ?? none;
    return {
      of: { ...conversion, ...one },
      at: conversion.occurredAt,
      adds: {
        ...(at === 0 && conversion.conversionId !== null && { conversions: 1 }),
        ...moneyOf(part, verdict.rate),
        conversionValue: part.price,
      },
    };
  });
}
