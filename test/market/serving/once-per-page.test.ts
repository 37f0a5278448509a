import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CreateCampaignParams } from '../../../src/demand/campaigns/campaign-creation.service';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});

const square = { width: 300, height: 250 };
const wide = { width: 728, height: 90 };

/** The ids of the creatives that the placements of a page get, in order. */
async function findPage(boxes: readonly object[] = [square, square, square]) {
  const placements = boxes.map((box, at) => ({ id: String(at), name: `Box ${at}`, ...box }));
  const context = { iid: randomUUID(), url: 'https://a.example', medium: 'web' };
  const { body } = await send(`${app.url}/supply/find`, { json: { context, placements } });
  const bids: readonly { readonly creativeId: string }[] = body.data;
  return bids.map(({ creativeId }) => creativeId);
}

const nameOf = (creativeId: string) => app.ctx.inventory.find(creativeId)?.campaign.name ?? '';

/** A campaign of an advertiser of its own. */
const add = (
  name: string,
  campaign: Partial<CreateCampaignParams> = {},
  sizes?: readonly string[],
) =>
  createActiveCampaign(app.ctx, {
    campaign: { advertiserId: randomUUID().replaceAll('-', ''), name, ...campaign },
    ...(sizes && { sizes }),
  });

const once = { showsOncePerPage: true };

describe('a creative', () => {
  it('wins one placement of a page where its campaign shows each once, and the others stay empty', async () => {
    await add('ours', once);
    expect((await findPage()).map(nameOf)).toEqual(['ours']);
  });

  it('wins all placements where its campaign does not say so', async () => {
    await add('ours');
    expect((await findPage()).map(nameOf)).toEqual(['ours', 'ours', 'ours']);
  });

  it('makes room for other creatives of its campaign, and then for other campaigns', async () => {
    await add('ours', { ...once, maxCpm: usd('50') }, ['300x250', '300x250', '728x90']);
    await add('others', { maxCpm: usd('1') });
    const page = await findPage([square, wide, square, square, square]);
    const ours = page.filter((creativeId) => nameOf(creativeId) === 'ours');
    expect(ours).toHaveLength(3);
    expect(new Set(ours).size).toBe(3);
    expect(page.map(nameOf).filter((name) => name === 'others')).toHaveLength(2);
  });

  it('is shown on the next page of the same visitor', async () => {
    await add('ours', once);
    expect((await findPage()).map(nameOf)).toEqual(['ours']);
    expect((await findPage()).map(nameOf)).toEqual(['ours']);
  });

  it.each(['even', 'weighted', 'optimized_clicks'] as const)(
    'is on a page once where the creatives of its campaign take turns: %s',
    async (creativeRotation) => {
      await add('ours', { ...once, creativeRotation }, ['300x250', '300x250']);
      const pages = [await findPage(), await findPage(), await findPage()];
      expect(pages.map((page) => new Set(page).size)).toEqual([2, 2, 2]);
      expect(pages.map(({ length }) => length)).toEqual([2, 2, 2]);
    },
  );

  it('is on a page several times again from the moment on that its campaign allows it', async () => {
    const { campaign } = await add('ours', once);
    expect(await findPage()).toHaveLength(1);
    const { advertiserId, id } = campaign;
    await updateCampaign(app.ctx, { advertiserId, id, changes: { showsOncePerPage: false } });
    expect(await findPage()).toHaveLength(3);
  });
});

it('winners that stay are on no other placement where others are chosen anew, because a campaign cannot pay', async () => {
  // A budget of one offer: the others of its placements are chosen anew.
  await add('poor', { maxCpm: usd('50'), hourlyBudget: usd('0.05') });
  await add('ours', { ...once, maxCpm: usd('20') });
  const names = (await findPage()).map(nameOf);
  expect(names.toSorted()).toEqual(['ours', 'poor']);
});

it('winners that stay are on no other placement where a campaign has too many unseen offers', async () => {
  // An hour's budget of 400 offers: a stranger is offered 6 of them.
  await add('often', { maxCpm: usd('50'), hourlyBudget: usd('20') });
  await add('ours', { ...once, maxCpm: usd('20') });
  const pages: (readonly string[])[] = [];
  for (let nth = 0; nth < 5; nth += 1) pages.push((await findPage()).map(nameOf));
  expect(pages.flat().filter((name) => name === 'often')).toHaveLength(6);
  expect(pages.map((page) => page.filter((name) => name === 'ours').length)).toContain(1);
  expect(pages.every((page) => page.filter((name) => name === 'ours').length <= 1)).toBe(true);
});
