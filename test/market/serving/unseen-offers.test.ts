import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CreateCampaignParams } from '../../../src/demand/campaigns/campaign-creation.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});

/** The names of the campaigns that so many placements of a page get, from the one network of all these tests. */
async function find(boxes: number, publisher?: string): Promise<readonly string[]> {
  const placements = Array.from({ length: boxes }, (_value, at) => ({
    ...{ id: String(at), width: 300, height: 250, name: `Box ${at}` },
  }));
  const context = {
    ...{ iid: randomUUID(), url: 'https://a.example', medium: 'web' },
    ...(publisher !== undefined && { publisher }),
  };
  const { body } = await send(`${app.url}/supply/find`, { json: { context, placements } });
  const bids: readonly { readonly creativeId: string }[] = body.data;
  return bids.map(({ creativeId }) => app.ctx.inventory.find(creativeId)?.campaign.name ?? '');
}

const add = (name: string, campaign: Partial<CreateCampaignParams>) =>
  createActiveCampaign(app.ctx, {
    campaign: { advertiserId: randomUUID().replaceAll('-', ''), name, ...campaign },
  });

describe('campaigns whose offers nobody looks at', () => {
  it('give way to others, however many they are', async () => {
    // Of each a network has three offers.
    for (let nth = 0; nth < 12; nth += 1)
      await add('dear', { maxCpm: usd(`${20 + nth}`), hourlyBudget: usd('0.5') });
    for (let page = 0; page < 12; page += 1) await find(12);
    expect(await find(4)).toEqual([]);
    await add('cheap', { maxCpm: usd('12'), hourlyBudget: usd('1000') });
    for (let page = 0; page < 8; page += 1) expect(await find(1)).toEqual(['cheap']);
    expect(await find(12)).toEqual(Array.from({ length: 12 }, () => 'cheap'));
  });

  it('are named to an operator who asks why nobody won', async () => {
    const { campaign } = await add('dear', { maxCpm: usd('20'), hourlyBudget: usd('0.5') });
    for (let page = 0; page < 3; page += 1) await find(2);
    const { email, password } = { email: 'op@test.example', password: 'correct horse' };
    await createAccount(app.ctx, { email, password, roles: ['operator'] });
    const { body } = await send(`${app.url}/auth/login`, { json: { email, password } });
    const headers = { 'X-Debug-Supply': String(body.apiToken) };
    const placements = [{ id: '0', width: 300, height: 250, name: 'Box 0' }];
    const context = { iid: randomUUID(), url: 'https://a.example', medium: 'web' };
    const asked = await send(`${app.url}/supply/find`, { json: { context, placements }, headers });
    const details = [`campaign ${campaign.id}: too many of its offers were not seen`];
    expect(asked.body.debug).toEqual([{ id: '0', reason: 'noBid', statusCode: 0, details }]);
  });

  it('have a part of a page as far as their bound goes, and others the rest', async () => {
    await add('dear', { maxCpm: usd('20'), hourlyBudget: usd('0.5') });
    await add('cheap', { maxCpm: usd('1'), hourlyBudget: usd('1000') });
    const names = await find(8);
    expect(names).toHaveLength(8);
    expect(names.filter((name) => name === 'dear').length).toBeLessThanOrEqual(3);
  });

  it.each(['house', 'sponsorship', 'standard'] as const)(
    'are still shown where they cost nothing: on their own site, of the priority %s',
    async (priority) => {
      const { id } = await createAccount(app.ctx, {
        email: 'publisher@test.example',
        password: 'correct horse',
        roles: ['advertiser', 'publisher'],
      });
      const terms = { maxCpm: usd('50'), hourlyBudget: usd('0.05') };
      await add('own', { ...terms, priority, advertiserId: id });
      for (let page = 0; page < 10; page += 1) expect(await find(2, id)).toEqual(['own', 'own']);
    },
  );
});
