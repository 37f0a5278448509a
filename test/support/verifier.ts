import { randomBytes } from 'node:crypto';
import { campaignResource } from '../../src/demand/campaigns/campaign.resource';
import { exampleOf } from '../../src/platform/resources/resource';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { parseConfig } from '../../src/config';
import type { ServiceContext } from '../../src/api/context';
import type { NewCampaign } from '../../src/demand/campaigns/campaign.store';
import { siteResource } from '../../src/supply/sites/site.resource';
import type { NewSite } from '../../src/supply/sites/site.store';
import type { AdEvent } from '../../src/market/events/event';
import { hourOf } from '../../src/hour';
import type { Verdict } from '../../src/money/verification/verdict';
import { createServiceContext } from '../../src/assembly/service-context';
import { aCreative } from './creatives';
import { anEvent, anId } from './events';

export const usd = (cents: number) => BigInt(cents) * 10n ** 9n;

/** All ids of a campaign that runs on a site since 11:00, and what its events begin with. */
export interface Market {
  readonly advertiserId: string;
  readonly publisherId: string;
  readonly campaignId: string;
  readonly creativeId: string;
  readonly siteId: string;
}

/** Services over a database of their own, without the jobs that a gateway runs, at a time that tests set. */
export interface Verifier {
  readonly ctx: ServiceContext;
  readonly db: Connection;
  readonly uri: string;
  readonly clock: { now: Date };
  /** Makes what an event needs to be accepted. */
  addMarket(change?: {
    readonly advertiserId?: string;
    readonly campaign?: Partial<NewCampaign>;
    readonly creditLimit?: bigint | null;
  }): Promise<Market>;
  /** Stores events of a market, by default at the time of the clock. */
  store(market: Market, ...changes: readonly Partial<AdEvent>[]): Promise<readonly AdEvent[]>;
  verdictOf(event: Pick<AdEvent, 'id'>): Promise<Verdict | null>;
  reasonsOf(events: readonly Pick<AdEvent, 'id'>[]): Promise<readonly string[]>;
  /** All that money is made of, for one state to be held against another. */
  books(): Promise<object>;
}

export const eleven = new Date('2026-05-01T11:00:00Z');
export const noon = new Date('2026-05-01T12:00:00Z');
export const minutesAfter = (from: Date, minutes: number) =>
  new Date(from.getTime() + minutes * 60_000);

/**
 * @param env the settings, with a folder for data
 * @param rate USD per coin at 11:00; default 0.02. null: none
 */
export async function openVerifier(
  db: Connection,
  {
    env,
    uri,
    rate = usd(2),
  }: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly uri: string;
    readonly rate?: bigint | null;
  },
): Promise<Verifier> {
  const clock = { now: eleven };
  const config = parseConfig({ ADGATE_LOG_LEVEL: 'silent', ...env });
  const ctx = await createServiceContext(db, config, {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://127.0.0.1:1',
    now: () => clock.now,
  });
  if (rate !== null)
    await ctx.rateStore.put({ from: hourOf(eleven), rate, setAt: eleven, source: 'operator' });

  const stored = (id: string) =>
    db.collection<{ _id: string; verdict?: Verdict }>('events').findOne({ _id: id });
  return {
    ctx,
    db,
    uri,
    clock,

    async addMarket({ advertiserId = anId(), campaign = {}, creditLimit = null } = {}) {
      const [publisherId, campaignId, creativeId, siteId] = [anId(), anId(), anId(), anId()];
      const account = { isEmailConfirmed: true, passwordHash: null, payoutAddress: null };
      for (const [id, role] of [
        [advertiserId, 'advertiser'],
        [publisherId, 'publisher'],
      ] as const)
        if (!(await ctx.accounts.findById(id)))
          await ctx.accounts.insert({ ...account, id, email: `${id}@test.example`, roles: [role] });
      await ctx.accounts.update(advertiserId, { creditLimit });
      await ctx.campaigns.insert(
        aRunningCampaign({ id: campaignId, advertiserId, ...campaign }),
        9,
      );
      await ctx.creatives.insert(
        [aCreative({ id: creativeId, campaignId, advertiserId })],
        anId(),
        {
          ...clock,
        }.now,
      );
      await ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
      return { advertiserId, publisherId, campaignId, creativeId, siteId };
    },

    async store(market, ...changes) {
      const events = changes.map((change) =>
        anEvent({
          ...market,
          offeredAt: clock.now,
          occurredAt: clock.now,
          price: usd(1),
          ...change,
        }),
      );
      await ctx.events.insertMany(events, clock.now);
      return events;
    },

    verdictOf: async ({ id }) => (await stored(id))?.verdict ?? null,

    async reasonsOf(events) {
      const found = await Promise.all(events.map(({ id }) => stored(id)));
      return found.map((one) =>
        one?.verdict ? (one.verdict.reason ?? one.verdict.status) : 'waiting',
      );
    },

    async books() {
      const read = (name: string) => db.collection(name).find().sort({ _id: 1 }).toArray();
      const verdicts = (await read('events')).map(({ _id, verdict, verifyAt }) => ({
        _id,
        verdict: verdict as unknown,
        isWaiting: verifyAt !== undefined,
      }));
      return {
        verdicts,
        entries: await read('journalEntries'),
        balances: await read('balances'),
        hours: await read('campaignHours'),
        tallies: await read('caseTallies'),
        conversions: await read('recordedConversions'),
        definitions: (await read('conversions')).map(({ cost, occurrences }) => ({
          cost: cost as unknown,
          occurrences: occurrences as unknown,
        })),
      };
    },
  };
}

export function aRunningCampaign(
  change: Partial<NewCampaign> & Pick<NewCampaign, 'id' | 'advertiserId'>,
): NewCampaign {
  const { createdAt, updatedAt, ...example } = exampleOf(campaignResource);
  return {
    ...example,
    name: 'Spring',
    status: 'active',
    hourlyBudget: usd(100_000),
    pacing: 'asap',
    maxCpc: usd(2),
    maxCpm: usd(1_000),
    startsAt: eleven,
    secret: randomBytes(16).toString('base64url'),
    bidStrategyId: anId(),
    ...change,
  };
}

export function aSite(change: Partial<NewSite> & Pick<NewSite, 'id' | 'publisherId'>): NewSite {
  const { createdAt, updatedAt, ...example } = exampleOf(siteResource);
  return { ...example, host: `${change.id}.example`, name: 'News', ...change };
}
