import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import {
  deleteCampaign,
  suspendCampaigns,
  updateCampaign,
  type UpdateCampaignParams,
} from '../../../src/demand/campaigns/campaign.service';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { undisturbedMsOf } from '../../support/undisturbed';

let writer: TestApp;
let reader: TestApp;
let campaign: Campaign;
beforeAll(async () => {
  const mongodbUri = await freshDatabase();
  writer = await startApp({ mongodbUri });
  reader = await startApp({ mongodbUri });
});
beforeEach(async () => {
  const advertiserId = randomUUID().replaceAll('-', '');
  ({ campaign } = await createActiveCampaign(writer.ctx, { campaign: { advertiserId } }));
  await until(() => isServed(reader));
  expect(await isServed(writer)).toBe(true);
});

/** The expected value of what is served, USD for 1,000 impressions; null when nothing is. */
async function findRpm(app: TestApp, url: string): Promise<number | null> {
  const { body } = await send(`${app.url}/supply/find`, {
    json: {
      context: { iid: randomUUID(), url },
      placements: [{ id: '1', width: 300, height: 250 }],
    },
  });
  return body.data[0]?.rpm ?? null;
}

const isServed = async (app: TestApp, url = 'https://news.example'): Promise<boolean> =>
  (await findRpm(app, url)) !== null;

/** Asks until it is so; fails where that takes 2 seconds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const ms = await undisturbedMsOf(async () => {
    while (!(await isSo()));
  });
  expect(ms).toBeLessThan(2_000);
}

const own = () => ({ advertiserId: campaign.advertiserId, id: campaign.id });
const edit = (changes: UpdateCampaignParams['changes']) =>
  updateCampaign(writer.ctx, { ...own(), changes });

describe('a campaign on another process', () => {
  it.each([
    ['is made a draft', () => edit({ status: 'draft' })],
    ['is stopped', () => edit({ status: 'inactive' })],
    ['is moved into the future', () => edit({ startsAt: new Date(Date.now() + 3_600_000) })],
    [
      'is suspended',
      () =>
        suspendCampaigns(writer.ctx, { advertiserId: campaign.advertiserId, reason: 'no funds' }),
    ],
    ['is deleted', () => deleteCampaign(writer.ctx, own())],
    ['is for other sites', () => edit({ targeting: { site: { domain: ['elsewhere.example'] } } })],
  ])('is no more served within 2 seconds after it %s', async (_case, act) => {
    await act();
    await until(async () => !(await isServed(reader)) && !(await isServed(writer)));
    await deleteCampaign(writer.ctx, own()).catch(() => undefined);
  });

  it('ends by itself, on every process, in the moment in which it ends', async () => {
    await edit({ endsAt: new Date(Date.now() + 1_500) });
    await until(async () => !(await isServed(reader)) && !(await isServed(writer)));
    const { status, endsAt } = (await writer.ctx.campaigns.findById(campaign.id))!;
    expect([status, endsAt! <= new Date()]).toEqual(['active', true]);
  });

  it('is served by its new terms within 2 seconds', async () => {
    await edit({ targeting: { requires: { site: { domain: ['news.example'] } }, excludes: {} } });
    await until(async () => !(await isServed(reader, 'https://other.example')));
    expect(await isServed(reader)).toBe(true);
    await edit({ maxCpm: usd('7') });
    await until(async () => (await findRpm(reader, 'https://news.example')) === 7);
    await deleteCampaign(writer.ctx, own());
    await until(async () => !(await isServed(reader)));
  });
});
