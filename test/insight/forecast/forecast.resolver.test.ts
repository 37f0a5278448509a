import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { accessToken, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { find } from '../../support/observed-finds';

let app: TestApp;
let token: string;
let own: Campaign;

const fields =
  'state sampledFinds since unknownVisitorShare figures { findsPerDay viewsPerDay costPerDay share lowCpm typicalCpm highCpm isLimitedByBudget }';
const ask = (query: string) => sendGraphql(app, token, query);

async function forecast(terms: string, hourlyBudget = '1000') {
  const input = `{ medium: "web", hourlyBudget: "${hourlyBudget}", ${terms} }`;
  const { body } = await ask(`{ forecast(input: ${input}) { ${fields} } }`);
  expect(body.errors).toBeUndefined();
  return body.data.forecast;
}

beforeAll(async () => {
  app = await startApp();
  token = await accessToken(app, { scopes: ['campaign.read'], email: 'a@test.example' });
  const { id: advertiserId } = (await app.ctx.accounts.findLogin('a@test.example'))!.account;
  await createActiveCampaign(app.ctx, { campaign: { maxCpm: usd('5') } });
  ({ campaign: own } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId, maxCpm: usd('8') },
  }));
});

describe('forecast', () => {
  it('says that nothing was sampled, first', async () => {
    expect(await forecast('')).toEqual({
      ...{ state: 'nothing_sampled', sampledFinds: 0, since: null },
      ...{ unknownVisitorShare: null, figures: null },
    });
  });

  it('tells of finds that came what a bid would have had', async () => {
    // The sample that was read a moment ago is not read again.
    Object.assign(app.ctx.recentFinds, { kept: null });
    for (const host of ['one.example', 'two.example', 'three.example', 'four.example'])
      for (let nth = 0; nth < 15; nth += 1) await find(app.ctx, { host });
    await app.ctx.findSampler.flush();

    const high = await forecast('maxCpm: "20"');
    // All finds of the hour that an hour's sample stands for at least.
    expect(high).toMatchObject({
      ...{ state: 'ready', sampledFinds: 48, unknownVisitorShare: 1 },
    });
    expect(Date.parse(high.since)).toBeLessThanOrEqual(app.ctx.now().getTime());
    expect(high.figures).toMatchObject({ findsPerDay: 1400, isLimitedByBudget: false });
    expect(high.figures.share).toBeGreaterThan(0.9);
    expect(Number(high.figures.typicalCpm)).toBeCloseTo(8, 0);
    const low = await forecast('maxCpm: "1"');
    expect(low.figures).toMatchObject({ viewsPerDay: 0, costPerDay: '0', share: 0 });
    const poor = await forecast('maxCpm: "20"', '0.2');
    expect(poor.figures.isLimitedByBudget).toBe(true);
    expect(Number(poor.figures.costPerDay)).toBeCloseTo(0.2 * 24, 1);
  });

  it('tries an edit in place of the campaign as it is', async () => {
    const { figures } = await forecast(`maxCpm: "7", campaignId: "${own.id}"`);
    expect(figures.share).toBeGreaterThan(0.9);
    expect(Number(figures.typicalCpm)).toBeCloseTo(5, 0);
  });

  it('tells nothing of single publishers, and nothing of few finds', async () => {
    const one = 'targeting: { requires: { site: { domain: ["one.example"] } } }';
    expect(await forecast(`maxCpm: "20", ${one}`)).toMatchObject({
      state: 'too_few',
      figures: null,
    });
    expect(await forecast('ads: [{ type: image, scope: "728x90" }]')).toMatchObject({
      state: 'too_few',
    });
  });

  it('refuses what it cannot try, and two in one operation', async () => {
    const codeOf = async (query: string) =>
      (await ask(query)).body.errors?.[0].extensions.code ?? null;
    const one = (terms: string) => `forecast(input: { ${terms} }) { state }`;
    expect(await codeOf(`{ ${one('medium: "none", hourlyBudget: "1"')} }`)).toBe(
      'VALIDATION_FAILED',
    );
    const another = 'f'.repeat(32);
    const terms = 'medium: "web", hourlyBudget: "1"';
    expect(await codeOf(`{ ${one(`${terms}, campaignId: "${another}"`)} }`)).toBe('NOT_FOUND');
    expect(await codeOf(`{ a: ${one(terms)} b: ${one(terms)} }`)).not.toBeNull();
  });

  it('is not made as often as somebody likes', async () => {
    const codes = new Set<string | undefined>();
    for (let nth = 0; nth < 31; nth += 1) {
      const { body } = await ask(
        '{ forecast(input: { medium: "web", hourlyBudget: "1" }) { state } }',
      );
      codes.add(body.errors?.[0].extensions.code);
    }
    expect([...codes]).toContain('TOO_MANY_REQUESTS');
  });
});

it('finds are kept without anything that tells who asked', async () => {
  const [hour] = await app.ctx.findSamples.listFrom(new Date(0));
  const names = new Set(
    hour?.kept.flatMap((one) => [...Object.keys(one), ...Object.keys(one.visitor)]),
  );
  expect([...names].sort()).toEqual(
    [
      ...['country', 'device', 'hasWallet', 'isFromTag', 'isTopFrame', 'isTracked', 'languages'],
      ...['placementId', 'refusesPeers', 'seen', 'visitor'],
    ].sort(),
  );
});
