import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CreateCampaignParams } from '../../../src/demand/campaigns/campaign-creation.service';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { aPageImpression } from './page-impression';

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});

const placesOfPage = 3;

/** The names of the campaigns that the placements of a page get, in order. */
async function findPage(iid: string = randomUUID()): Promise<readonly string[]> {
  const placements = Array.from({ length: placesOfPage }, (_value, at) => ({
    ...{ id: String(at), width: 300, height: 250, name: `Box ${at}` },
  }));
  const context = { iid, url: 'https://a.example', medium: 'web' };
  const { body } = await send(`${app.url}/supply/find`, { json: { context, placements } });
  const bids: readonly { readonly creativeId: string }[] = body.data;
  return bids.map(({ creativeId }) => app.ctx.inventory.find(creativeId)?.campaign.name ?? '');
}

async function findPages(count: number): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  for (let nth = 0; nth < count; nth += 1) pages.push(await findPage());
  return pages;
}

/** A campaign of an advertiser of its own, unless it says whose it is. */
const add = (name: string, campaign: Partial<CreateCampaignParams> = {}) =>
  createActiveCampaign(app.ctx, {
    campaign: { advertiserId: randomUUID().replaceAll('-', ''), name, ...campaign },
  });

const cars = { category: 'IAB2-3' };
const alone = { ...cars, competitiveExclusion: true };
const isMixed = (page: readonly string[]) => page.includes('ours') && page.includes('theirs');

describe('two campaigns of one category', () => {
  it('are never on one page where one of them asks for it, whichever was chosen first', async () => {
    await add('ours', alone);
    await add('theirs', cars);
    const pages = await findPages(12);
    expect(pages.filter(isMixed)).toEqual([]);
    expect(pages.map(({ length }) => length)).toEqual(Array.from({ length: 12 }, () => 3));
    expect(new Set(pages.flat())).toEqual(new Set(['ours', 'theirs']));
  });

  it('are kept apart where one category is a part of the other', async () => {
    await add('ours', { category: 'IAB2', competitiveExclusion: true });
    await add('theirs', cars);
    expect((await findPages(6)).filter(isMixed)).toEqual([]);
  });

  it.each<[string, Partial<CreateCampaignParams>, Partial<CreateCampaignParams>]>([
    ['neither asks', cars, cars],
    ['they are of one advertiser', { ...alone, advertiserId: 'ad'.repeat(16) }, alone],
    ['one has no category', alone, { competitiveExclusion: true }],
    ['their categories begin alike', { ...alone, category: 'IAB2-1' }, { category: 'IAB2-10' }],
  ])('are on one page where %s', async (_case, ours, theirs) => {
    await add('ours', ours);
    const { advertiserId } = ours;
    await add('theirs', { ...theirs, ...(advertiserId !== undefined && { advertiserId }) });
    expect((await findPages(6)).filter(isMixed).length).toBeGreaterThan(0);
  });

  it('are on one page again from the moment on that nobody asks', async () => {
    const { campaign } = await add('ours', alone);
    await add('theirs', cars);
    expect((await findPages(6)).filter(isMixed)).toEqual([]);
    const { advertiserId, id } = campaign;
    const changes = { competitiveExclusion: false };
    await updateCampaign(app.ctx, { advertiserId, id, changes });
    expect((await findPages(6)).filter(isMixed).length).toBeGreaterThan(0);
  });
});

it('winners that stay keep competitors away where others are chosen anew, because a campaign cannot pay', async () => {
  await add('ours', { ...alone, maxCpm: usd('50'), hourlyBudget: usd('0.05') });
  await add('theirs', { ...cars, maxCpm: usd('20') });
  await add('others', { maxCpm: usd('10') });
  const page = await findPage(aPageImpression(placesOfPage));
  expect([page.length, page.filter((name) => name === 'ours').length]).toEqual([3, 1]);
  expect(page).not.toContain('theirs');
});

it('winners that stay keep competitors away where a campaign has too many unseen offers', async () => {
  // An hour's budget of 400 offers: a stranger is offered 6 of them.
  await add('ours', { ...alone, maxCpm: usd('50'), hourlyBudget: usd('20') });
  await add('theirs', { ...cars, maxCpm: usd('20') });
  await add('others', { maxCpm: usd('10') });
  const pages = await findPages(5);
  expect(pages.filter(isMixed)).toEqual([]);
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 3, 3]);
  expect(pages.flat()).toContain('theirs');
});
