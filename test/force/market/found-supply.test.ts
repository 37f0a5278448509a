import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { KnownPlacement } from '../../../src/market/serving/known-supply';
import { resolvePlacements } from '../../../src/market/serving/supply-resolution';
import { requestBids } from '../../../src/market/serving/serving.service';
import { removeUnseenSites } from '../../../src/market/serving/unseen-sites.service';
import { removeUnseenSupply } from '../../../src/market/serving/unseen-supply.service';
import {
  createOwnedPlacement,
  updatePlacement,
} from '../../../src/supply/placements/publisher-placement.service';
import { claimSite } from '../../../src/supply/site-claims/site-claim.service';
import { updateSite } from '../../../src/supply/sites/publisher-site.service';
import { anEvent } from '../../support/events';
import { startVerifier } from '../../support/verification';
import { minutesAfter, noon, type Verifier } from '../../support/verifier';

/** A stranger who makes supply by finds: every name is a placement that was not there. */
let one: Verifier;
beforeAll(async () => {
  one = await startVerifier();
});

const contextOf = (remoteAddress: string) => ({
  ...one.ctx,
  request: { remoteAddress, userAgent: 'Mozilla/5.0', isHead: false, headers: {} },
});
const imp = (name: string) => ({
  ...{ id: name, types: undefined, mimes: undefined, isTopFrame: null },
  placement: { width: 300, height: 250, depth: 0, name },
});
const page = (host: string) => ({ host, publisher: null, medium: 'web', vendor: null });
const find = async (remoteAddress: string, host: string, names: readonly string[]) =>
  resolvePlacements(contextOf(remoteAddress), page(host), names.map(imp));
const countOf = (filter: object = {}) => one.db.collection('placements').countDocuments(filter);

describe('finds of one network', () => {
  it('make at most 2,000 sites and placements in 24 hours, and are answered beyond that', async () => {
    one.clock.now = noon;
    const names = Array.from({ length: 64 }, (_, at) => `n${at}`);
    let unanswered = 0;
    for (let turn = 0; turn < 36; turn += 1) {
      const found = await find(`203.0.113.${turn % 6}`, `h${turn}.example`, names);
      unanswered += found.filter((known) => known === undefined).length;
    }
    const sites = await one.db.collection('sites').countDocuments();
    const made = (await countOf()) + sites;
    // A find that the database does not answer in time is counted, and may have made nothing.
    expect([made <= 2_000, made + unanswered >= 2_000, made]).toEqual([true, true, made]);

    const request = {
      ...{
        id: '1',
        user: { id: null, hasWallet: false, utcOffset: null, consent: null },
        isTest: false,
        isFromTag: false,
      },
      site: page('late.example'),
      imps: [imp('a')],
    };
    const ctx = contextOf('203.0.113.77');
    const { bids, nonBids } = await requestBids(ctx, request, { explainTo: { isOperator: true } });
    expect(bids).toEqual([]);
    expect(nonBids).toMatchObject([{ reason: 'placementNotMade', statusCode: 528 }]);
    const known = await find('203.0.113.78', 'h0.example', ['n0', 'new']);
    expect(known).toEqual([expect.objectContaining({ scopes: expect.any(Array) }), 'notMade']);
    expect(await countOf()).toBe(made - sites);
  });

  it('leave other networks theirs, and begin anew after 24 hours', async () => {
    expect(await find('198.51.100.1', 'other.example', ['a'])).toEqual([expect.any(Object)]);
    // Spans slide, by four hours.
    one.clock.now = minutesAfter(noon, 30 * 60);
    expect(await find('203.0.113.5', 'late.example', ['a'])).toEqual([expect.any(Object)]);
  });
});

describe('placements that finds made', () => {
  const idOf = async (name: string) => {
    const [known] = await find('192.0.2.1', 'kept.example', [name]);
    return (known as KnownPlacement).placement;
  };
  const remove = (hours: number) => {
    one.clock.now = minutesAfter(noon, hours * 60);
    return removeUnseenSupply(one.ctx, new AbortController().signal);
  };
  const names = async () => {
    const found = await one.db.collection('placements').find({ name: /^k-/ }).toArray();
    return found.map(({ name }) => name as string).toSorted();
  };

  it('are gone after 48 hours without a view, and 2 more; others stay, with their ids', async () => {
    await one.db.collection('placements').deleteMany({});
    one.clock.now = noon;
    const viewed = await idOf('k-viewed');
    const late = await idOf('k-late');
    const again = await idOf('k-again');
    const changed = await idOf('k-changed');
    await idOf('k-unseen');
    await one.db.collection('placements').insertOne({
      ...{ _id: 'f0'.repeat(16) as never, siteId: viewed.siteId, size: '1x1x0', name: 'k-old' },
    });
    const { siteId, publisherId } = viewed;
    const view = ({ id: placementId }: { readonly id: string }, hours: number) =>
      one.ctx.events.insertMany(
        [anEvent({ siteId, placementId, occurredAt: minutesAfter(noon, hours * 60) })],
        one.clock.now,
      );
    await view(viewed, 47);
    await updatePlacement(one.ctx, { publisherId, id: changed.id, changes: { name: 'k-mine' } });
    expect(await remove(47)).toBe(0);
    expect(await remove(48)).toBe(0);
    expect(await names()).toHaveLength(6);

    await one.ctx.supplyDirectory.refresh({
      ...{ siteIds: [], accountIds: [], placementIds: [again.id, late.id] },
    });
    expect(one.ctx.supplyDirectory.findPlacement(again.id) ?? null).toBeNull();
    expect((await idOf('k-again')).id).toBe(again.id);
    await view(late, 48.4);
    expect(await remove(49)).toBe(0);
    expect(await remove(50)).toBe(1);
    expect(await names()).toEqual(['k-again', 'k-late', 'k-mine', 'k-old', 'k-viewed']);
    expect(await remove(500)).toBe(0);
    expect(await remove(503)).toBe(1);
    expect(await names()).toEqual(['k-late', 'k-mine', 'k-old', 'k-viewed']);
  });
});

describe('sites that finds made', () => {
  const publisherId = 'e1'.repeat(16);
  const pageOf = (host: string) => ({ host, publisher: publisherId, medium: 'web', vendor: null });
  const foundAt = async (host: string, name: string) => {
    const page = pageOf(host);
    const [known] = await resolvePlacements(contextOf('192.0.2.9'), page, [imp(name)]);
    return (known as KnownPlacement).placement;
  };
  const forget = async (...siteIds: readonly string[]) => {
    const placements = await one.db.collection('placements').find({}).toArray();
    const placementIds = placements.map(({ _id }) => String(_id));
    await one.ctx.supplyDirectory.refresh({ siteIds, placementIds, accountIds: [] });
  };
  /** As the job does. */
  const removeAfter = async (hours: number) => {
    one.clock.now = minutesAfter(noon, hours * 60);
    const signal = new AbortController().signal;
    await removeUnseenSupply(one.ctx, signal);
    return removeUnseenSites(one.ctx, signal);
  };
  const sites = () => one.db.collection<{ _id: string; host: string }>('sites');
  const hosts = async () =>
    (await sites().find({ publisherId }).toArray()).map(({ host }) => host).toSorted();

  /** Each test has hosts of its own, for the directory remembers those of the others. */
  beforeEach(async () => {
    await one.db.collection('placements').deleteMany({});
    await sites().deleteMany({});
    one.clock.now = noon;
    const account = { email: null, passwordHash: null, roles: ['publisher'] } as const;
    if (!(await one.ctx.accounts.findById(publisherId)))
      await one.ctx.accounts.insert({ ...account, id: publisherId, payoutAddress: null });
  });

  it('are gone after their placements, but for those that somebody has had to do with', async () => {
    const viewed = await foundAt('viewed.example', 'a');
    const changed = await foundAt('changed.example', 'a');
    const placed = await foundAt('placed.example', 'a');
    const claimed = await foundAt('claimed.example', 'a');
    const unseen = await foundAt('unseen.example', 'a');
    const { siteId, id: placementId } = viewed;
    const view = anEvent({ siteId, placementId, occurredAt: minutesAfter(noon, 60) });
    await one.ctx.events.insertMany([view], one.clock.now);
    const change = { publisherId, id: changed.siteId, changes: { name: 'Mine' } };
    await updateSite(one.ctx, change);
    const size = { publisherId, siteId: placed.siteId, size: '300x250', name: 'by hand' };
    await createOwnedPlacement(one.ctx, size);
    await claimSite(one.ctx, { host: 'claimed.example', accountId: publisherId });
    expect(claimed.siteId).not.toBe(unseen.siteId);

    for (const hours of [47, 49, 51, 97, 98]) expect(await removeAfter(hours)).toBe(0);
    expect(await removeAfter(100)).toBe(1);
    const kept = ['changed.example', 'claimed.example', 'placed.example', 'viewed.example'];
    expect(await hosts()).toEqual(kept);
    expect(await removeAfter(1_000)).toBe(0);
    expect(await hosts()).toEqual(kept);
    await forget(unseen.siteId);
    expect((await foundAt('unseen.example', 'a')).siteId).not.toBe(unseen.siteId);
  });

  it('stay, with their ids, where a find, a claim or a placement comes before they are gone', async () => {
    const found = await foundAt('again.example', 'a');
    const claimed = await foundAt('owned.example', 'a');
    const placed = await foundAt('filled.example', 'a');
    for (const hours of [49, 52]) await removeAfter(hours);
    expect(await removeAfter(101)).toBe(0);
    expect(await sites().countDocuments({ removeAt: { $exists: true } })).toBe(3);
    await forget(found.siteId, claimed.siteId, placed.siteId);
    expect(one.ctx.supplyDirectory.findSite(publisherId, 'again.example')).toBeNull();

    expect((await foundAt('again.example', 'b')).siteId).toBe(found.siteId);
    await claimSite(one.ctx, { host: 'owned.example', accountId: publisherId });
    const size = { publisherId, siteId: placed.siteId, size: '300x250', name: 'by hand' };
    await createOwnedPlacement(one.ctx, size);
    expect(await removeAfter(104)).toBe(0);
    const ids = await sites().find({ publisherId }).toArray();
    expect(ids.map(({ _id }) => _id).toSorted()).toEqual(
      [found.siteId, claimed.siteId, placed.siteId].toSorted(),
    );
  });

  it('are kept by a placement that a gateway made which had not heard yet', async () => {
    const { siteId } = await foundAt('late.example', 'a');
    for (const hours of [49, 52, 101]) await removeAfter(hours);
    expect(await sites().countDocuments({ removeAt: { $exists: true } })).toBe(1);
    await foundAt('late.example', 'b');
    expect(await removeAfter(104)).toBe(0);
    expect(await sites().find({ publisherId }).toArray()).toMatchObject([{ _id: siteId }]);
  });

  it('are removed once, whatever two gateways do at once, and after a kill', async () => {
    await foundAt('gone.example', 'a');
    for (const hours of [49, 52]) await removeAfter(hours);
    const ended = new AbortController();
    ended.abort();
    one.clock.now = minutesAfter(noon, 101 * 60);
    expect(await removeUnseenSites(one.ctx, ended.signal)).toBe(0);
    await removeAfter(101);
    const both = await Promise.all([removeAfter(104), removeAfter(104)]);
    expect(both.toSorted()).toEqual([0, 1]);
    expect(await hosts()).toEqual([]);
  });
});
