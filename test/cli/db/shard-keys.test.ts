import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Connection, Model } from 'mongoose';
import pino from 'pino';
import { parseConfig } from '../../../src/config';
import type { ServiceContext } from '../../../src/api/context';
import { openDatabase } from '../../../src/platform/database/connection';
import { shardKeys } from '../../../src/cli/db/shard-keys';
import { createServiceContext } from '../../../src/assembly/service-context';
import { freshDatabase } from '../../support/database';
import { watchDividedWrites } from '../../support/divided-writes';

let db: Connection;
let ctx: ServiceContext;
let models: readonly Model<unknown>[];
beforeAll(async () => {
  db = await openDatabase(await freshDatabase());
  ctx = await createServiceContext(db, parseConfig({}), {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
  });
  models = Object.values(db.models);
});
afterAll(() => db.close());

describe('the shard keys', () => {
  it('say of every model, and of nothing else, how it is divided', () => {
    const names = models.map(({ collection }) => collection.name);
    expect(Object.keys(shardKeys).sort()).toEqual(names.sort());
  });

  it('begin every unique index of what is divided', () => {
    const wrong = models.flatMap(({ schema, collection: { name } }) => {
      const key = Object.keys(shardKeys[name] ?? {});
      return schema
        .indexes()
        .filter(([fields, { unique }]) => {
          const covers = key.every((field, at) => Object.keys(fields)[at] === field);
          return unique === true && !covers;
        })
        .map(([fields]) => ({ name, fields }));
    });
    expect(wrong).toEqual([]);
  });

  it('that are no hashes have an index that begins with them', () => {
    const without = models.flatMap(({ schema, collection: { name } }) => {
      const [field] = Object.entries(shardKeys[name] ?? {}).find(([, kind]) => kind === 1) ?? [];
      const isIndexed = schema.indexes().some(([fields]) => Object.keys(fields)[0] === field);
      return field === undefined || isIndexed ? [] : [name];
    });
    expect(without).toEqual([]);
  });

  it('are named by every write of one document', async () => {
    const undivided = watchDividedWrites(db);
    const now = new Date();
    const site = { id: 's', publisherId: 'p' };
    await ctx.sites.update(site, { name: 'x' });
    await ctx.sites.archive(site, now);
    await ctx.sites.approve(site);
    await ctx.sites.reject(site);
    await ctx.sites.decide(site, { accept: [], reject: [], forget: [] }, 100);
    await ctx.placements.update({ id: 'l', siteId: 's' }, { name: 'x' });
    await ctx.placements.archive({ id: 'l', siteId: 's' }, now);
    await ctx.campaigns.update({ id: 'c', advertiserId: 'a' }, { name: 'x' });
    await ctx.campaigns.delete('a', 'c', now);
    await ctx.bidStrategies.rename('a', 'b', 'x');
    await ctx.bidStrategies.delete('a', 'b');
    await ctx.creatives.update('r', { status: 'active' }, { name: 'x' });
    await ctx.creatives.delete('r', now);
    await ctx.conversions.update('v', { name: 'x' });
    await ctx.conversions.delete('v', now);
    await ctx.inTransaction((session) =>
      ctx.recordedConversions.insert(
        {
          id: 'd',
          conversionId: 'v',
          campaignId: 'c',
          advertiserId: 'a',
          limitType: 'in_budget',
          cases: [],
          occurredAt: now,
        },
        { claims: ['v:1'], nonce: { key: 'v:00', expiresAt: now } },
        session,
      ),
    );
    db.set('debug', false);
    expect([...undivided]).toEqual([]);
  });

  it('is missed where a write lacks it', async () => {
    const undivided = watchDividedWrites(db);
    const model = ctx.sites.models[0]!;
    await model.updateOne({ _id: 's' }, { name: 'x' });
    await model.findOneAndUpdate({ _id: 's', publisherId: { $gt: '' } }, { name: 'x' });
    await model.bulkWrite([{ updateOne: { filter: { host: 'h' }, update: { name: 'x' } } }]);
    await model.updateOne({ _id: 's', publisherId: 'p' }, { name: 'x' });
    db.set('debug', false);
    expect([...undivided]).toEqual([
      'updateOne of sites by _id',
      'findOneAndUpdate of sites by _id,publisherId',
      'updateOne of sites by host',
    ]);
  });
});
