import { beforeAll, describe, expect, it } from '@jest/globals';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import {
  getOwnVerifiedEvent,
  listVerifiedEvents,
} from '../../../src/money/verification/verified-event.service';
import { anEvent, anId } from '../../support/events';
import { startVerifier } from '../../support/verification';
import { type Market, minutesAfter, noon, usd, type Verifier } from '../../support/verifier';

let one: Verifier;
let market: Market;
beforeAll(async () => {
  one = await startVerifier();
  market = await one.addMarket({ campaign: { hourlyBudget: usd(3) } });
  for (const minute of [0, 0, 1, 2]) {
    one.clock.now = minutesAfter(noon, minute);
    await one.store(market, {});
  }
  await one.store(market, { invalidTraffic: 'bot' });
  await verifyAllDue(one.ctx);
  one.clock.now = minutesAfter(noon, 3);
  await one.store(market, {});
});

const list = (params: object) =>
  listVerifiedEvents(one.ctx, {
    advertiserId: market.advertiserId,
    campaignId: market.campaignId,
    filter: {},
    ...params,
  });

describe('the events of a campaign', () => {
  it('are read in the order of an index: none is sorted', async () => {
    const { campaignId } = market;
    const newest = one.db.collection('events').find({ campaignId });
    const plan = await newest.sort({ occurredAt: -1, _id: -1 }).explain('queryPlanner');
    expect(JSON.stringify(plan)).not.toContain('"SORT"');
    expect(JSON.stringify(plan)).toContain('IXSCAN');
  });

  it('of a reason are read by an index of their own', async () => {
    const { campaignId } = market;
    const bots = one.db.collection('events').find({ campaignId, 'verdict.reason': 'bot' });
    const plan = await bots.sort({ occurredAt: -1, _id: -1 }).explain('executionStats');
    expect(JSON.stringify(plan)).not.toContain('"SORT"');
    expect((plan as { executionStats: object }).executionStats).toMatchObject({
      totalDocsExamined: 1,
    });
  });

  it('come newest first, in pages that end', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const page = await list({ first: 2, after });
      seen.push(...page.nodes.map(({ id }) => id));
      ({ hasNextPage: more, endCursor: after } = page.pageInfo);
    }
    const all = (await list({ first: 100 })).nodes;
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(all.map(({ occurredAt }) => occurredAt.getUTCMinutes())).toEqual([3, 2, 2, 1, 0, 0]);
  });

  it.each([
    [{ status: 'accepted' }, 3],
    [{ status: 'rejected' }, 2],
    [{ status: 'pending' }, 1],
    [{ reason: 'bot' }, 1],
    [{ reason: 'budget_spent', status: 'rejected' }, 1],
    [{ reason: 'bot', status: 'pending' }, 0],
  ])('are narrowed down by %j', async (filter, count) => {
    expect((await list({ filter })).nodes).toHaveLength(count);
  });

  it('of a status are looked for among 1,000, then on the next page', async () => {
    const many = await startVerifier();
    const other = await many.addMarket();
    const verdictOf = (at: number) =>
      at === 0 || at === 2_501
        ? { status: 'rejected', reason: 'bot' }
        : { status: 'accepted', reason: null };
    // Some of each moment, so that pages end in the middle of it.
    const documents = Array.from({ length: 2_502 }, (_value, at) => {
      const { id, ...event } = anEvent({ ...other, occurredAt: minutesAfter(noon, at >> 4) });
      return { _id: id, ...event, verdict: verdictOf(at) };
    });
    await many.db.collection<{ _id: string }>('events').insertMany(documents);
    const { advertiserId, campaignId } = other;
    const counts: number[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const page = await listVerifiedEvents(many.ctx, {
        ...{ advertiserId, campaignId, after },
        filter: { status: 'rejected' },
      });
      counts.push(page.nodes.length);
      ({ hasNextPage: more, endCursor: after } = page.pageInfo);
    }
    expect(counts).toEqual([1, 0, 1]);
  });

  it('are not for another advertiser, nor is one of them', async () => {
    const notFound = { code: 'NOT_FOUND' };
    await expect(list({ advertiserId: anId() })).rejects.toMatchObject(notFound);
    const campaignId = `${market.campaignId}-`;
    await expect(list({ campaignId })).rejects.toMatchObject(notFound);
    const { id } = (await list({})).nodes[0]!;
    const { advertiserId } = market;
    expect(await getOwnVerifiedEvent(one.ctx, { advertiserId, id })).toMatchObject({ id });
    await expect(getOwnVerifiedEvent(one.ctx, { advertiserId: anId(), id })).rejects.toMatchObject(
      notFound,
    );
  });

  it('of others are not told from events that there are not, though old ones are removed', async () => {
    const goneBefore = minutesAfter(noon, -60);
    const eventRemovals = {
      ...one.ctx.eventRemovals,
      find: () => Promise.resolve({ goneBefore, isDone: true }),
    };
    const messageOf = async (id: string) => {
      const ctx = { ...one.ctx, eventRemovals };
      const found = getOwnVerifiedEvent(ctx, { advertiserId: anId(), id });
      const error = await found.catch((reason: unknown) => reason);
      return error instanceof Error ? error.message.replace(id, 'X') : 'found';
    };
    const { id } = (await list({})).nodes[0]!;
    expect(await messageOf(id)).toContain('are removed');
    expect(await messageOf(id)).toBe(await messageOf(anId()));
  });

  it('take no cursor of another list', async () => {
    const { endCursor } = (await list({ first: 1 })).pageInfo;
    await expect(list({ after: endCursor, filter: { reason: 'bot' } })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });
});
