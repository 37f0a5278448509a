import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CreateCampaignParams } from '../../../src/demand/campaigns/campaign-creation.service';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { aPageImpression } from './page-impression';

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});

const square = { width: 300, height: 250 };
const wide = { width: 728, height: 90 };
const both = ['300x250', '728x90'];

/** The names of the campaigns that the placements of a page get, in order. */
async function findPage(
  boxes: readonly object[] = [square, wide, square],
  { headers = {}, publisher }: { headers?: Record<string, string>; publisher?: string } = {},
) {
  const placements = boxes.map((box, at) => ({ id: String(at), name: `Box ${at}`, ...box }));
  const iid = aPageImpression(boxes.length);
  const context = { iid, url: 'https://a.example', medium: 'web', ...(publisher && { publisher }) };
  const { body } = await send(`${app.url}/supply/find`, { json: { context, placements }, headers });
  const bids: readonly { readonly creativeId: string }[] = body.data;
  return bids.map(({ creativeId }) => app.ctx.inventory.find(creativeId)?.campaign.name ?? '');
}

async function findPages(count: number, boxes?: readonly object[]) {
  const pages: (readonly string[])[] = [];
  for (let nth = 0; nth < count; nth += 1) pages.push(await findPage(boxes));
  return pages;
}

/** A campaign of an advertiser of its own. */
const add = (name: string, campaign: Partial<CreateCampaignParams> = {}, sizes = both) =>
  createActiveCampaign(app.ctx, {
    campaign: { advertiserId: randomUUID().replaceAll('-', ''), name, ...campaign },
    sizes,
  });

const wall = { roadblock: true, maxCpm: usd('20') };
const isMixed = (page: readonly string[]) => page.includes('wall') && new Set(page).size > 1;
const all = (name: string) => [name, name, name];

describe('a roadblock', () => {
  it('has all placements of a page, or none, whoever is drawn for the first one', async () => {
    await add('wall', { ...wall, maxCpm: usd('2') });
    await add('others', { maxCpm: usd('2') });
    const pages = await findPages(16);
    expect(pages.filter(isMixed)).toEqual([]);
    expect(new Set(pages.flat())).toEqual(new Set(['wall', 'others']));
    expect(pages.every(({ length }) => length === 3)).toBe(true);
  });

  it('has placements in which others bid more, where it wins the first', async () => {
    await add('wall', wall);
    await add('others', { maxCpm: usd('50') }, ['728x90']);
    expect(await findPage()).toEqual(all('wall'));
    expect((await findPages(8, [wide, square])).filter(isMixed)).toEqual([]);
  });

  it('is left out where a placement has no creative of it that fits', async () => {
    await add('wall', wall, ['300x250']);
    await add('others', { maxCpm: usd('1') });
    expect(await findPage()).toEqual(all('others'));
    expect(await findPage([square, square])).toEqual(['wall', 'wall']);
  });

  it('leaves placements empty rather than to have some of them', async () => {
    await add('wall', wall, ['300x250']);
    expect(await findPage()).toEqual([]);
  });

  it('takes single placements as before', async () => {
    await add('wall', wall, ['300x250']);
    expect(await findPage([square])).toEqual(['wall']);
  });

  it.each<[string, Partial<CreateCampaignParams>]>([
    ['its creatives are shown once a page', { showsOncePerPage: true }],
    ['its budget pays for two', { maxCpm: usd('50'), hourlyBudget: usd('0.11') }],
  ])('is left out where %s', async (_case, terms) => {
    await add('wall', { ...wall, ...terms });
    await add('others', { maxCpm: usd('1') });
    expect(await findPage()).toEqual(all('others'));
  });

  it('is left out where its cap allows fewer placements', async () => {
    await add('wall', { ...wall, frequencyCaps: ['2/day'] });
    await add('others', { maxCpm: usd('1') });
    const { headers } = await send(`${app.url}/supply/register?iid=${randomUUID()}`);
    const visitor = { headers: { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' } };
    expect(await findPage(undefined, visitor)).toEqual(all('others'));
    expect(await findPage([square, wide], visitor)).toEqual(['wall', 'wall']);
    expect(await findPage([square, wide], visitor)).toEqual(['others', 'others']);
  });

  it('ends where its budget does, between two pages', async () => {
    await add('wall', { ...wall, maxCpm: usd('50'), hourlyBudget: usd('0.4') });
    await add('others', { maxCpm: usd('1') });
    const pages = await findPages(6);
    expect(pages.filter(isMixed)).toEqual([]);
    expect(pages[0]).toEqual(all('wall'));
    expect(pages[5]).toEqual(all('others'));
  });

  it('has no part of a page where it has too many unseen offers', async () => {
    // An hour's budget of 400 offers: a stranger is offered 6 of them.
    await add('wall', { ...wall, maxCpm: usd('50'), hourlyBudget: usd('20') });
    await add('others', { maxCpm: usd('1') });
    const pages = await findPages(4, [square, wide, square, square]);
    expect(pages.filter(isMixed)).toEqual([]);
    expect(pages.flat()).toContain('wall');
    expect(pages[3]).toEqual(['others', 'others', 'others', 'others']);
  });

  it('has no part of a page where other campaigns cannot pay, and all is chosen anew', async () => {
    await add('poor', { maxCpm: usd('50'), hourlyBudget: usd('0.05') });
    await add('wall', wall);
    await add('others', { maxCpm: usd('1') });
    const pages = await findPages(3);
    expect(pages.filter(isMixed)).toEqual([]);
    expect(pages[2]).toEqual(all('wall'));
  });

  it('has none of a page of which another worker takes one of its offers up to a cap', async () => {
    await add('wall', { ...wall, frequencyCaps: ['9/day'] });
    const { headers } = await send(`${app.url}/supply/register?iid=${randomUUID()}`);
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    let offers = 0;
    jest.spyOn(app.ctx.frequencyCounts, 'noteOffer').mockImplementation(() => (offers += 1) !== 2);
    expect(await findPage(undefined, { headers: { cookie } })).toEqual([]);
    expect(await findPage(undefined, { headers: { cookie } })).toEqual(all('wall'));
  });

  it('is tried of three campaigns, and then of none', async () => {
    for (const cpm of ['60', '50', '40'])
      await add('wall', { ...wall, showsOncePerPage: true, maxCpm: usd(cpm) });
    await add('fourth', { ...wall, maxCpm: usd('30') });
    await add('others', { maxCpm: usd('1') });
    expect(await findPages(6)).toEqual(Array.from({ length: 6 }, () => all('others')));
  });

  it('is tried of a campaign behind four that lack a size', async () => {
    for (const cpm of ['60', '55', '50', '45'])
      await add('short', { ...wall, maxCpm: usd(cpm) }, ['300x250']);
    await add('wall', wall);
    expect(await findPage()).toEqual(all('wall'));
    expect(await findPage([square, square])).toEqual(['short', 'short']);
  });

  it('of a sponsorship holds its share of voice for the whole page', async () => {
    const { id: publisher } = await createAccount(app.ctx, {
      email: 'publisher@test.example',
      password: 'correct horse',
      roles: ['advertiser', 'publisher'],
    });
    const half = { priority: 'sponsorship', shareOfVoice: 50, advertiserId: publisher } as const;
    await add('wall', { ...wall, ...half });
    await add('others', { maxCpm: usd('1') });
    const pages: (readonly string[])[] = [];
    for (let nth = 0; nth < 24; nth += 1) pages.push(await findPage(undefined, { publisher }));
    expect(pages.filter(isMixed)).toEqual([]);
    const walls = pages.filter((page) => page.includes('wall')).length;
    expect([walls > 3, walls < 21]).toEqual([true, true]);
  });

  it('shares pages again from the moment on that its campaign does not ask for them', async () => {
    const { campaign } = await add('wall', wall, ['300x250']);
    await add('others', { maxCpm: usd('1') });
    expect(await findPage()).toEqual(all('others'));
    const { advertiserId, id } = campaign;
    await updateCampaign(app.ctx, { advertiserId, id, changes: { roadblock: false } });
    expect(await findPage()).toEqual(['wall', 'others', 'wall']);
  });
});
