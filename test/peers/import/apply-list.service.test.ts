import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { applyList } from '../../../src/peers/import/apply-list.service';
import { InventoryReader } from '../../../src/peers/import/inventory-reader';
import { createPeerCampaignStore } from '../../../src/peers/import/peer-campaign.store';
import { createPeerCreativeStore } from '../../../src/peers/import/peer-creative.store';
import { openDatabase } from '../../../src/platform/database/connection';
import type { ServiceContext } from '../../../src/api/context';
import { freshDatabase } from '../../support/database';
import type { ListedKeywords } from '../../../src/peers/import/listed-results';
import { dayMs } from '../../../src/time';
import { anId } from '../../support/events';
import { failingAt } from '../../support/failing-stores';
import { aListedCampaign, aListedCreative } from '../listed';
import { toList, toTaken } from '../imported';

const peer = '0001-00000004-DBEB';
let db: Connection;
let at = new Date('2026-02-09T12:00:00Z');
const now = () => at;
/** The slice of the context that imports need. */
let ctx: Pick<ServiceContext, 'peerCampaigns' | 'peerCreatives' | 'now' | 'randomBytes'>;
beforeAll(async () => {
  db = await openDatabase(await freshDatabase());
  const peerCampaigns = createPeerCampaignStore(db, now);
  const peerCreatives = createPeerCreativeStore(db, now);
  ctx = { peerCampaigns, peerCreatives, now, randomBytes };
});
afterAll(() => db.close());
beforeEach(async () => {
  for (const { models } of [ctx.peerCampaigns, ctx.peerCreatives])
    for (const { collection } of models) await collection.deleteMany({});
});

/** A list of campaigns with a creative each, by their ids. */
function listOf(ids: readonly string[], changes: object = {}) {
  const list = ids.map((id) => aListedCampaign({ id, ...changes }, [aListedCreative({ id })]));
  const reader = new InventoryReader({
    ...{ types: ['image'], allowsLoopback: false, adsTxtRequired: false },
    ...{ classifiers: new Map(), requiredClassifier: null },
    ...{ mostCampaigns: 100, mostCreatives: 100, mostBytes: 10 ** 9 },
  });
  for (const _slice of reader.read(list)) continue;
  expect(reader.campaigns).toBe(ids.length);
  return toTaken(reader.taken);
}

/** All that is stored, without its times. */
async function everything() {
  const stored = [];
  for (const { models } of [ctx.peerCampaigns, ctx.peerCreatives])
    for (const { collection } of models)
      for (const { _id, identity, digest, deletedAt, states } of await collection.find().toArray())
        stored.push({ _id, identity, digest, isListed: !deletedAt, states: states.length });
  return stored.sort((one, other) => (one.identity < other.identity ? -1 : 1));
}

it('is taken whole by an import that is killed at any write and done again: ids stay, and no state twice', async () => {
  const [old, edited, added] = [anId(), anId(), anId()];
  const second = [
    ...listOf([edited], { landing_url: 'https://shop.example/other' }),
    ...listOf([added]),
  ];
  let kills = 0;
  for (const isAfter of [false, true])
    for (let nth = 1; ; nth += 1) {
      for (const { models } of [ctx.peerCampaigns, ctx.peerCreatives])
        for (const { collection } of models) await collection.deleteMany({});
      await applyList(ctx, peer, toList(listOf([old, edited])));
      const before = new Map((await everything()).map(({ _id, identity }) => [identity, _id]));
      at = new Date(at.getTime() + 1_000);
      const stores = ['peerCampaigns', 'peerCreatives'] as const;
      const broken = failingAt(ctx as ServiceContext, stores, { nth, isAfter });
      const isKilled = await applyList(broken.ctx, peer, toList(second)).then(
        () => false,
        () => true,
      );
      await applyList(ctx, peer, toList(second));
      const after = await everything();
      for (const { _id, identity } of after) expect(before.get(identity) ?? _id).toBe(_id);
      const ofOne = (id: string) =>
        after
          .filter(({ identity }) => String(identity).startsWith(id))
          .map(({ isListed, states }) => [isListed, states]);
      const what = [ofOne(old), ofOne(edited), ofOne(added)];
      expect([nth, ...what]).toEqual([
        nth,
        [
          [false, 2],
          [false, 2],
        ],
        [
          [true, 2],
          [true, 1],
        ],
        [
          [true, 1],
          [true, 1],
        ],
      ]);
      if (!isKilled) break;
      kills += 1;
    }
  expect(kills).toBeGreaterThan(10);
});

it('brings what classifiers have found, and takes it away, and the creative stays what it is', async () => {
  const [taken] = listOf([anId()]);
  const { campaign, creatives } = taken!;
  const withKeywords = (keywords: ListedKeywords) => [
    { campaign, creatives: creatives.map((one) => ({ ...one, keywords })) },
  ];
  const { collection } = ctx.peerCreatives.models[0]!;
  await applyList(ctx, peer, toList(withKeywords({})));
  const before = await collection.findOne({});
  for (const keywords of [{ 'staff:category': ['games'], 'staff:classified': ['1'] }, {}]) {
    await applyList(ctx, peer, toList(withKeywords(keywords)));
    const { _id, digest, keywords: stored } = (await collection.findOne({}))!;
    expect([_id, stored]).toEqual([before!._id, keywords]);
    expect(digest === before!['digest']).toBe(Object.keys(keywords).length === 0);
  }
});

it('takes no more than 10,000 new campaigns of a server within 24 hours, as where all are others each time', async () => {
  const { collection } = ctx.peerCampaigns.models[0]!;
  const left = Array.from({ length: 9_999 }, () => ({
    ...{ _id: anId() as never, peer, identity: anId(), digest: '', states: [] },
    ...{ createdAt: at, deletedAt: at, updatedAt: at },
  }));
  await collection.insertMany(left);
  at = new Date(at.getTime() + 1_000);
  const list = listOf([anId(), anId(), anId()]);
  expect(await applyList(ctx, peer, toList(list))).toBe(2);
  expect(await ctx.peerCampaigns.listPresent(peer)).toHaveLength(1);
  expect(await ctx.peerCreatives.listPresent(peer)).toHaveLength(1);
  at = new Date(at.getTime() + dayMs);
  expect(await applyList(ctx, peer, toList(list))).toBe(0);
  expect(await ctx.peerCreatives.listPresent(peer)).toHaveLength(3);
});

it('takes no more than 40,000 new creatives of a server within 24 hours, as where its campaigns have others each time', async () => {
  const { collection } = ctx.peerCreatives.models[0]!;
  for (const count of [10_000, 10_000, 10_000, 9_999])
    await collection.insertMany(
      Array.from({ length: count }, () => ({
        ...{ _id: anId() as never, peer, identity: anId(), digest: '', states: [] },
        ...{ createdAt: at, deletedAt: at, updatedAt: at },
      })),
    );
  at = new Date(at.getTime() + 1_000);
  const list = listOf([anId(), anId(), anId()]);
  expect(await applyList(ctx, peer, toList(list))).toBe(2);
  expect(await ctx.peerCampaigns.listPresent(peer)).toHaveLength(3);
  expect(await ctx.peerCreatives.listPresent(peer)).toHaveLength(1);
  expect(await applyList(ctx, '0001-00000005-CBCA', toList(list))).toBe(0);
  at = new Date(at.getTime() + dayMs);
  expect(await applyList(ctx, peer, toList(list))).toBe(0);
  expect(await ctx.peerCreatives.listPresent(peer)).toHaveLength(3);
});
