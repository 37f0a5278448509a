import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import type { CampaignChanges } from '../../../src/demand/campaigns/campaign.store';
import { unmeasuredPriceOf } from '../../../src/market/events/unmeasured-price';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it('is rounded down, and all or nothing at the ends', () => {
  expect([0, 50, 99, 100].map((percent) => unmeasuredPriceOf(101n, percent))).toEqual([
    ...[0n, 50n, 99n, 101n],
  ]);
});

describe('views of a campaign that asks whether they were measured', () => {
  let app: TestApp;
  let campaign: Campaign;
  beforeAll(async () => {
    app = await startApp();
    ({ campaign } = await createActiveCampaign(app.ctx, { campaign: { maxCpm: usd('2') } }));
  });
  beforeEach(async () => {
    await app.ctx.events.models[0]?.deleteMany({});
  });

  async function edit(changes: CampaignChanges): Promise<void> {
    const { id, advertiserId } = campaign;
    await app.ctx.campaigns.update({ id, advertiserId }, changes);
    await app.ctx.inventory.refresh({ campaignIds: [id], creativeIds: [] });
  }

  /** @returns the URL of the view; null: nothing is offered. */
  async function find(context: object = {}): Promise<string | null> {
    const found = await send(`${app.url}/supply/find`, {
      json: {
        context: { iid: randomUUID(), url: 'https://news.example/page', ...context },
        placements: [{ id: '1', width: 300, height: 250 }],
      },
      headers: { 'User-Agent': firefox },
    });
    return found.body.data[0]?.viewUrl ?? null;
  }

  async function seen(viewUrl: string | null, evidence = ''): Promise<object | null | undefined> {
    await send(`${viewUrl}${evidence}`, { headers: { 'User-Agent': firefox } });
    return app.ctx.events.models[0]?.findOne().lean<object>();
  }

  it('cost their share where they were not', async () => {
    await edit({ unmeasuredPrice: 40 });
    const event = await seen(await find());
    expect(event).toMatchObject({ isMeasured: false, price: usd('0.0008') });
    expect(event).not.toHaveProperty('requiresViewability');
  });

  it('cost their price where they were', async () => {
    const viewUrl = await find({ tag: true });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await seen(viewUrl, '&seen=1000')).toMatchObject({
      ...{ isMeasured: true, price: usd('0.002') },
    });
  });

  it('must have been, where it requires that, by the terms of the find; and the tag alone gets its ads', async () => {
    await edit({ requiresViewability: true });
    expect(await find()).toBeNull();
    const viewUrl = await find({ tag: true });
    await edit({ requiresViewability: false });
    expect(await seen(viewUrl)).toMatchObject({
      ...{ isMeasured: false, requiresViewability: true, price: usd('0.002') },
    });
  });
});
