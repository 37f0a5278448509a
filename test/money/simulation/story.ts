import type { AdEvent } from '../../../src/market/events/event';
import type { RecordedConversion } from '../../../src/market/recorded-conversions/recorded-conversion';
import type { Chance } from './chance';

/**
 * An act beside the events, at a simulated time. Amounts: 10^-11 USD, coins for deposits and withdrawals. `withdraw` asks
 * for the amount, or all that is free, four times at once; `bind` sets funds aside for offers.
 */
export type Act = { readonly at: Date } & (
  | { readonly kind: 'rate'; readonly rate: bigint }
  | { readonly kind: 'deposit'; readonly advertiserId: string; readonly amount: bigint }
  | { readonly kind: 'budget'; readonly campaignId: string; readonly budget: bigint }
  | { readonly kind: 'setAside'; readonly campaignId: string; readonly amount: bigint }
  | { readonly kind: 'bind'; readonly advertiserId: string; readonly amount: bigint }
  | { readonly kind: 'withdraw'; readonly advertiserId: string; readonly amount: bigint | 'free' }
  | { readonly kind: 'cancel'; readonly advertiserId: string }
  | { readonly kind: 'pause' | 'resume'; readonly campaignId: string }
  | { readonly kind: 'suspend' | 'restore'; readonly publisherId: string }
  | { readonly kind: 'reject'; readonly creativeId: string }
);

export interface SimulatedCampaign {
  readonly id: string;
  readonly advertiserId: string;
  readonly creativeId: string;
  /** USD of each hour, until an act changes it. */
  readonly budget: bigint;
  readonly needsConfirmation: boolean;
}

export interface SimulatedDefinition {
  readonly id: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly limitType: 'in_budget' | 'out_of_budget';
}

/** The simulated accounts and campaigns: the same for the same seed. */
export interface World {
  readonly advertisers: readonly { readonly id: string; readonly creditLimit: bigint | null }[];
  readonly publisherIds: readonly string[];
  readonly campaigns: readonly SimulatedCampaign[];
  /** One of them belongs to nobody. */
  readonly sites: readonly { readonly id: string; readonly publisherId: string }[];
  readonly definitions: readonly SimulatedDefinition[];
  readonly acts: readonly Act[];
  /** Withdraws and cancels while events are verified. */
  readonly restlessId: string;
  /** Most views of an advertiser that one network has in an hour on the sites of one publisher. */
  readonly pairLimit: number;
  /** The publisher and a network that its owner has logged in from. */
  readonly ownNetwork: { readonly publisherId: string; readonly network: string };
}

/** Events and conversions that are stored within five minutes, in this order. */
export interface Tick {
  readonly deliveries: readonly (readonly AdEvent[])[];
  readonly conversions: readonly RecordedConversion[];
}

/** Far ahead: what a database forgets by its own clock stays. */
export const noon = new Date('2031-05-01T12:00:00Z');
export const tickMs = 5 * 60_000;
/** Four hours of events. */
export const ticksOfEvents = 48;
/** Until the last one that came late has its verdict. */
export const ticksInAll = 58;

export const nobody = '0'.repeat(32);
export const visitorLimit = 5;
export const mostClickedPercent = 40;
export const leastViewMs = 800;
export const leastClickMs = 200;
/** For so long after its offer a view is paid. */
export const offerSeconds = 30 * 60;
export const demandFee = 137;
export const supplyFee = 251;

/** Simulated time of day, of the one day. */
export const clockTime = (hours: number, minutes: number, seconds = 0) =>
  new Date(noon.getTime() + (((hours - 12) * 60 + minutes) * 60 + seconds) * 1000);

const usd = 10n ** 11n;
const coin = 10n ** 11n;

/** Rates with odd digits, so that what is rounded shows. The hour of 14 has none until 15:22, when it gets that of 15. */
const rateSettings = [
  { at: clockTime(12, 0), rate: 2_000_000_003n },
  { at: clockTime(12, 37), rate: 1_870_000_019n },
  { at: clockTime(15, 22), rate: 2_310_000_057n },
] as const;

/** By the hour of the day, and from when on it is known. */
export const ratesOfHours = [
  { hour: 12, rate: rateSettings[0].rate, since: rateSettings[0].at },
  { hour: 13, rate: rateSettings[1].rate, since: rateSettings[1].at },
  { hour: 14, rate: rateSettings[2].rate, since: rateSettings[2].at },
  { hour: 15, rate: rateSettings[2].rate, since: rateSettings[2].at },
] as const;

export function createWorld(chance: Chance, eventCount: number): World {
  const size = BigInt(eventCount);
  // Two of them share a part of the work.
  const [poor, thrifty, rich] = [chance.id('3'), chance.id('3'), chance.id('c')] as const;
  const leaver = chance.id('a');
  const [first, suspended, last] = [chance.id(), chance.id(), chance.id()] as const;
  const plenty = 1_000_000n * usd;
  const scarce = (size * usd) / 10_000n;
  const campaign = (advertiserId: string, budget: bigint, needsConfirmation = false) => ({
    id: chance.id(),
    advertiserId,
    creativeId: chance.id(),
    budget,
    needsConfirmation,
  });
  const campaigns = [
    campaign(poor, plenty),
    campaign(poor, plenty, true),
    campaign(thrifty, scarce),
    campaign(thrifty, scarce / 2n, true),
    campaign(rich, plenty),
    campaign(rich, plenty, true),
    campaign(leaver, plenty),
  ];
  const idOf = (at: number) => campaigns[at]!.id;
  // An advertiser that has run out of funds pays in, and sets the campaigns active again.
  const depositAt = (
    at: Date,
    of = { id: poor, amount: (size * coin) / 150n, at: [0, 1] },
  ): Act[] => [
    { kind: 'deposit', at, advertiserId: of.id, amount: of.amount },
    ...of.at.map((campaign): Act => {
      const later = new Date(at.getTime() + 1_000);
      return { kind: 'resume', at: later, campaignId: idOf(campaign) };
    }),
  ];
  return {
    advertisers: [
      { id: poor, creditLimit: (size * coin) / 100n },
      { id: thrifty, creditLimit: null },
      { id: rich, creditLimit: null },
      { id: leaver, creditLimit: 0n },
    ],
    restlessId: rich,
    publisherIds: [first, suspended, last],
    campaigns,
    sites: [
      { id: chance.id(), publisherId: first },
      { id: chance.id(), publisherId: first },
      { id: chance.id(), publisherId: suspended },
      { id: chance.id(), publisherId: last },
      { id: chance.id(), publisherId: nobody },
    ],
    definitions: campaigns.flatMap(({ id: campaignId, advertiserId }) =>
      (['in_budget', 'out_of_budget'] as const).map((limitType) => ({
        id: chance.id(),
        campaignId,
        advertiserId,
        limitType,
      })),
    ),
    ownNetwork: { publisherId: first, network: '198.51.100.0' },
    // All come from one network: publishers with two sites have more views of an advertiser in an hour, others have fewer.
    pairLimit: Math.ceil(eventCount / 80),
    acts: sortedByTime([
      ...rateSettings.map((setting) => ({ kind: 'rate', ...setting }) as const),
      ...depositAt(clockTime(12, 45)),
      ...depositAt(clockTime(13, 31)),
      ...depositAt(clockTime(15, 40)),
      { kind: 'deposit', at: clockTime(12, 0, 40), advertiserId: rich, amount: size * coin },
      ...leavingActs(leaver, (size * coin) / 100n, (at, amount) =>
        depositAt(at, { id: leaver, amount, at: [6] }),
      ),
      { kind: 'budget', at: clockTime(12, 31), campaignId: idOf(2), budget: (scarce * 3n) / 2n },
      { kind: 'setAside', at: clockTime(13, 38), campaignId: idOf(2), amount: scarce / 2n },
      { kind: 'budget', at: clockTime(13, 40), campaignId: idOf(2), budget: scarce / 4n },
      { kind: 'setAside', at: clockTime(13, 44), campaignId: idOf(2), amount: scarce },
      { kind: 'budget', at: clockTime(14, 12), campaignId: idOf(3), budget: scarce * 2n },
      { kind: 'pause', at: clockTime(12, 48), campaignId: idOf(4) },
      { kind: 'resume', at: clockTime(13, 17), campaignId: idOf(4) },
      { kind: 'pause', at: clockTime(15, 2), campaignId: idOf(0) },
      { kind: 'resume', at: clockTime(15, 6), campaignId: idOf(0) },
      { kind: 'suspend', at: clockTime(13, 22), publisherId: suspended },
      { kind: 'restore', at: clockTime(14, 41), publisherId: suspended },
      { kind: 'reject', at: clockTime(15, 10), creativeId: campaigns[5]!.creativeId },
    ]),
  };
}

/** Takes out what views that were seen, or offers that are still good, may cost: as often and as soon as it can. */
function leavingActs(
  advertiserId: string,
  deposit: bigint,
  depositAt: (at: Date, amount: bigint) => readonly Act[],
): readonly Act[] {
  const withdraw = (hours: number, minutes: number, amount: bigint | 'free'): Act => {
    const at = clockTime(hours, minutes, 50);
    return { kind: 'withdraw', at, advertiserId, amount };
  };
  const cancel = (hours: number, minutes: number): Act => {
    const at = clockTime(hours, minutes, 7);
    return { kind: 'cancel', at, advertiserId };
  };
  // A coin is worth two cents, so this is half of what was paid in.
  const bind = {
    kind: 'bind',
    at: clockTime(12, 33),
    advertiserId,
    amount: deposit / 100n,
  } as const;
  return [
    ...depositAt(clockTime(12, 1), deposit),
    withdraw(12, 16, 'free'),
    cancel(12, 27),
    ...[bind, withdraw(12, 33, deposit / 10n)],
    cancel(12, 41),
    withdraw(13, 11, deposit),
    ...depositAt(clockTime(13, 21), deposit),
    withdraw(13, 36, 'free'),
    cancel(13, 51),
    ...depositAt(clockTime(13, 52), deposit / 10n),
    // Nothing of this hour has a verdict: it has no rate yet.
    withdraw(14, 26, 'free'),
    ...depositAt(clockTime(15, 31), deposit),
    withdraw(15, 46, deposit / 3n),
  ];
}

const sortedByTime = (acts: readonly Act[]): readonly Act[] =>
  acts.toSorted((one, other) => one.at.getTime() - other.at.getTime());
