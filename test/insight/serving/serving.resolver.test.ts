import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import type { Creative } from '../../../src/demand/creatives/creative.resource';
import { rejectCreative } from '../../../src/demand/creatives/creative-review.service';
import { setRate } from '../../../src/money/rates/rate.service';
import { hourTallyIdOf } from '../../../src/money/budgets/hour-tally';
import { accessToken, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { anId } from '../../support/events';
import { find, lookAtAllFinds } from '../../support/observed-finds';
import { aSite } from '../../support/verifier';

let app: TestApp;
let token: string;
let advertiserId: string;
let dear: Campaign;
let cheap: Campaign;
let creatives: readonly Creative[];

const ask = async (query: string) => {
  const { body } = await sendGraphql(app, token, query);
  expect(body.errors).toBeUndefined();
  return body.data;
};
const servingOf = async ({ id }: Campaign, fields = 'state') =>
  (await ask(`{ campaign(id: "${id}") { serving { ${fields} } } }`)).campaign.serving;

async function findTimes(times: number) {
  for (let time = 0; time < times; time += 1) await find(app.ctx, { publisher: advertiserId });
  await app.ctx.findObserver.flush();
}

beforeAll(async () => {
  app = await startApp();
  lookAtAllFinds(app.ctx);
  const scopes = ['campaign.read', 'campaign.write', 'site.read', 'statistics.read'] as const;
  token = await accessToken(app, { scopes, email: 'a@test.example' });
  advertiserId = (await app.ctx.accounts.findLogin('a@test.example'))!.account.id;
  await setRate(app.ctx, { rate: usd('1') });
  const { ctx } = app;
  ({ campaign: dear } = await createActiveCampaign(ctx, {
    campaign: { advertiserId, maxCpm: usd('900') },
  }));
  ({ campaign: cheap, creatives } = await createActiveCampaign(ctx, {
    campaign: { advertiserId, maxCpm: usd('2'), category: 'IAB16-2' },
    sizes: ['300x250', '728x90'],
  }));
  await findTimes(40);
});

describe('Campaign.serving', () => {
  it('tells who runs, and who is outbid by how much', async () => {
    expect(await servingOf(dear)).toEqual({ state: 'running' });
    const fields = 'state lostToPrice typicalWinningCpm budgetLimit finds';
    const serving = await servingOf(cheap, fields);
    expect(serving).toMatchObject({ state: 'outbid', budgetLimit: null, finds: 40 });
    expect(serving.lostToPrice).toBeGreaterThan(0.5);
    expect(Number(serving.typicalWinningCpm)).toBeGreaterThan(850);
    expect(Number(serving.typicalWinningCpm)).toBeLessThan(950);
  });

  it('is a member of REST’s campaign, in lists too', async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const one = await send(`${app.url}/api/v2/campaigns/${cheap.id}`, { headers });
    const { keptAwayShare, ...serving } = one.body.data.serving;
    expect([null, expect.any(Number)]).toContainEqual(keptAwayShare);
    expect(serving).toEqual({
      ...{ state: 'outbid', budgetLimit: null, limitedBudget: null, lostToBudget: 0 },
      narrowestFeature: null,
      keptAwayBy: 'price',
      lostToPrice: expect.any(Number),
      typicalWinningCpm: expect.any(Number),
    });
    const list = await send(`${app.url}/api/v2/campaigns`, { headers });
    const states = list.body.data.map((item: { serving: { state: string } }) => item.serving.state);
    expect(states).toEqual(['running', 'outbid']);
  });

  it('tells a budget that is used, one set aside, and one lowered below what is spent', async () => {
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId, hourlyBudget: usd('1'), maxCpm: usd('10'), pacing: 'asap' },
      sizes: ['160x600'],
    });
    const at = app.ctx.now();
    const owner = { campaignId: campaign.id, advertiserId };
    const fields = 'state budgetLimit spent setAside';
    await app.ctx.campaignHours.takeSlices([
      { owner, at, amount: usd('0.995'), forViews: usd('0.995'), offers: 99n, version: 0 },
    ]);
    expect(await servingOf(campaign, fields)).toEqual({
      ...{ state: 'limited_by_budget', budgetLimit: 'set_aside', spent: '0', setAside: '0.995' },
    });
    const seen = { offeredAt: at, seen: usd('0.995'), views: 99n };
    await app.ctx.inTransaction((session) =>
      app.ctx.campaignHours.spend(session, [
        { ...owner, budgetTime: at, day: at, spent: usd('0.995'), ...seen },
      ]),
    );
    expect((await app.ctx.campaignHours.list([hourTallyIdOf(campaign.id, at)])).size).toBe(1);
    expect(await servingOf(campaign, fields)).toEqual({
      ...{ state: 'limited_by_budget', budgetLimit: 'used', spent: '0.995', setAside: '0' },
    });
    const lowered = await updateCampaign(app.ctx, {
      ...{ advertiserId, id: campaign.id, changes: { hourlyBudget: usd('0.05') } },
    });
    expect(await servingOf(lowered, fields)).toMatchObject({
      ...{ state: 'limited_by_budget', budgetLimit: 'lowered' },
    });
  });

  it('forgets what finds were for other terms', async () => {
    const changes = { targeting: { requires: { user: { country: ['at'] } } } };
    const input = JSON.stringify(changes).replace(/"(\w+)":/g, '$1:');
    await ask(`mutation { updateCampaign(id: "${dear.id}", input: ${input}) { id } }`);
    expect(await servingOf(dear, 'state finds')).toEqual({ state: 'running', finds: 0 });
    await findTimes(10);
    expect(await servingOf(dear, 'state finds narrowestFeature')).toEqual({
      ...{ state: 'too_narrow', finds: 10, narrowestFeature: 'requires user:country' },
    });
  });

  it('counts the publishers who rejected it, and tells that the operator did', async () => {
    const [first, second] = creatives;
    for (const publisherId of [anId(), anId()])
      for (const host of ['a.example', 'b.example'])
        await app.ctx.sites.insertOrFind({
          ...aSite({ id: anId(), publisherId }),
          host,
          rejectedCreativeIds: [first!.id, second!.id],
        });
    expect(await servingOf(cheap, 'rejectingPublishers')).toEqual({ rejectingPublishers: 2 });
    const { hostname } = new URL(cheap.landingUrl);
    const blocks: readonly (readonly [publisherId: string, domain: string, creatives: string[]])[] =
      [
        [anId(), hostname, [first!.id]],
        [anId(), hostname.slice(hostname.indexOf('.') + 1), []],
        [anId(), `shop.${hostname}`, []],
      ];
    for (const [publisherId, domain, rejectedCreativeIds] of blocks)
      await app.ctx.sites.insertOrFind({
        ...aSite({ id: anId(), publisherId }),
        ...{ host: 'c.example', blockedDomains: [domain], rejectedCreativeIds },
      });
    for (const blocks of [
      { blockedCategories: ['IAB16'] },
      { blockedCategories: ['IAB16-2'] },
      { blockedCategories: ['IAB16-1'] },
      { blockedAdvertisers: [{ advertiserId, creativeId: first!.id, domain: '' }] },
    ])
      await app.ctx.sites.insertOrFind({
        ...aSite({ id: anId(), publisherId: anId() }),
        ...{ host: 'd.example', ...blocks },
      });
    expect(await servingOf(cheap, 'rejectingPublishers')).toEqual({ rejectingPublishers: 7 });
    for (const { id } of [first!, second!])
      await rejectCreative(app.ctx, { id, reason: 'misleading' });
    expect(await servingOf(cheap)).toEqual({ state: 'rejected_by_operator' });
  });
});

it('a campaign that was just made is not said to have no ads', async () => {
  const { ctx } = app;
  const { campaign } = await createActiveCampaign(ctx, { campaign: { advertiserId } });
  const isForSale = jest.spyOn(ctx.inventory, 'findCampaign').mockReturnValue(null);
  expect(await servingOf(campaign)).toEqual({ state: 'running' });
  isForSale.mockRestore();
});

describe('outcomes', () => {
  it('are there for a campaign, its creatives and a placement, by hours', async () => {
    await find(app.ctx, { width: 123, publisher: advertiserId });
    await app.ctx.findObserver.flush();
    const { campaign } = await ask(`{ campaign(id: "${cheap.id}") {
      outcomes { finds counts { outcome count } }
      creatives { nodes { outcomes(hours: 1) { finds counts { outcome count } } } }
    } }`);
    const [box, board] = campaign.creatives.nodes;
    expect(board.outcomes.counts).toEqual([{ outcome: 'size', count: board.outcomes.finds }]);
    const countOf = (outcomes: typeof box.outcomes, name: string) =>
      outcomes.counts.find(({ outcome }: { outcome: string }) => outcome === name)?.count ?? 0;
    expect(countOf(campaign.outcomes, 'price')).toBe(countOf(box.outcomes, 'price'));
    expect(countOf(campaign.outcomes, 'price')).toBeGreaterThan(15);

    const { sites } = await ask('{ sites { nodes { id } } }');
    const { placements } = await ask(`{ placements(siteId: "${sites.nodes[0].id}") {
      nodes { name outcomes { counts { outcome count } } }
    } }`).then(({ placements: { nodes } }) => ({ placements: nodes }));
    const odd = placements.find(({ name }: { name: string }) => name === '123');
    expect(odd.outcomes.counts).toEqual([{ outcome: 'size', count: 1 }]);
  });

  it('are of at most eight days', async () => {
    const { body } = await sendGraphql(
      app,
      token,
      `{ campaign(id: "${cheap.id}") { outcomes(hours: 193) { finds } } }`,
    );
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { hours: ['must be 1 to 192'] },
    });
  });
});
