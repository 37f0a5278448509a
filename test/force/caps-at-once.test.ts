import { beforeAll, expect, it } from '@jest/globals';
import { createCampaign } from '../../src/demand/campaigns/campaign-creation.service';
import { assertRoomFor } from '../../src/demand/creatives/account-room';
import { createCreativeFromUpload } from '../../src/demand/creatives/creative-uploads.service';
import { createUpload } from '../../src/demand/uploads/upload.service';
import { createOwnedPlacement } from '../../src/supply/placements/publisher-placement.service';
import { createOwnedSite } from '../../src/supply/sites/publisher-site.service';
import { startApp, type TestApp } from '../support/app';
import { aCampaign } from '../support/campaigns';

let app: TestApp;
beforeAll(async () => {
  const caps = { ADGATE_MAX_SITES: '3', ADGATE_MAX_PLACEMENTS: '3', ADGATE_MAX_CREATIVES: '3' };
  app = await startApp({ env: { ...caps, ADGATE_MAX_STORED_MIB: '1' } });
});

const publisherId = 'be'.repeat(16);
const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const countOf = (store: 'sites' | 'placements' | 'creatives', filter: object) =>
  app.ctx[store].models[0]!.collection.countDocuments({ ...filter, deletedAt: null });

/** Creates all at once, as several gateways do. @returns how many were made, and the problems of the others */
async function atOnce(create: (name: string) => Promise<unknown>) {
  const outcomes = await Promise.allSettled(names.map(create));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  return { made: names.length - refused.length, refused };
}

const refusedFor = (member: string) => ({
  reason: { code: 'VALIDATION_FAILED', details: { [member]: expect.any(Array) } },
});
const addSite = (name: string) =>
  createOwnedSite(app.ctx, { publisherId, name, host: `${name}.example` });

it('a publisher has no more sites than an account may have', async () => {
  await addSite('first');
  const { made, refused } = await atOnce(addSite);
  for (const one of refused) expect(one).toMatchObject(refusedFor('url'));
  expect([made, await countOf('sites', { publisherId })]).toEqual([2, 3]);
});

it('a site has as many placements as it may have, and a name that was refused is free', async () => {
  const owner = 'ce'.repeat(16);
  const site = await createOwnedSite(app.ctx, {
    ...{ publisherId: owner, name: 'News', host: 'news.example' },
  });
  const create = (name: string) =>
    createOwnedPlacement(app.ctx, { publisherId: owner, siteId: site.id, size: '300x250', name });
  const { made, refused } = await atOnce(create);
  for (const one of refused) expect(one).toMatchObject(refusedFor('name'));
  expect([made, await countOf('placements', { siteId: site.id })]).toEqual([3, 3]);
  const all = app.ctx.placements.models[0]!.collection;
  expect(await all.countDocuments({ siteId: site.id })).toBe(3);
});

it('a campaign has no more creatives than it may have, and those refused keep their uploads', async () => {
  const campaign = await createCampaign(app.ctx, aCampaign());
  const { advertiserId, id: campaignId, medium, vendor } = campaign;
  const uploads = new Map<string, string>();
  for (const name of names) {
    const file = { type: 'direct', scope: 'pop-up', file: null } as const;
    const upload = await createUpload(app.ctx, { advertiserId, medium, vendor, ...file });
    uploads.set(name, upload.id);
  }
  const { made, refused } = await atOnce((name) =>
    createCreativeFromUpload(app.ctx, {
      ...{ advertiserId, campaignId, name, fileId: uploads.get(name)! },
    }),
  );
  for (const one of refused) expect(one).toMatchObject(refusedFor('fileId'));
  expect(made).toBeLessThanOrEqual(3);
  expect(await countOf('creatives', { campaignId })).toBe(made);
  const left = await app.ctx.uploads.listOwned(advertiserId, [...uploads.values()], app.ctx.now());
  expect(left).toHaveLength(names.length - made);
});

it('an account stores no more bytes than it may, also where its sum is not known yet', async () => {
  const { made } = await atOnce(() =>
    assertRoomFor(app.ctx, {
      advertiserId: 'af'.repeat(16),
      byteLengths: [2 ** 18],
      member: 'file',
    }),
  );
  expect(made).toBe(4);
});
