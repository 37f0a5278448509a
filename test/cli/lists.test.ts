import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../src/demand/campaigns/campaign.resource';
import { rejectCreative } from '../../src/demand/creatives/creative-review.service';
import type { Creative } from '../../src/demand/creatives/creative.resource';
import { toDashed } from '../../src/id';
import { logIn, sendGraphql, startApp, type TestApp } from '../support/app';
import { createActiveCampaign } from '../support/campaigns';
import { runCommand, runCommandLine } from '../support/command-line';
import { freshDatabase } from '../support/database';
import { patience } from '../support/patience';

let app: TestApp;
let mongodbUri: string;
let token: string;
let spring: Campaign;
let autumn: Campaign;
let banners: readonly Creative[];

const run = (...args: readonly string[]) => runCommand(mongodbUri, args);

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
  token = await logIn(app, 'operator');
  const sizes = ['300x250', '728x90'];
  ({ campaign: spring, creatives: banners } = await createActiveCampaign(app.ctx, { sizes }));
  const other = { advertiserId: 'be'.repeat(16), name: 'Autumn' };
  ({ campaign: autumn } = await createActiveCampaign(app.ctx, { campaign: other }));
  await app.ctx.campaigns.update(autumn, { status: 'inactive' });
  await rejectCreative(app.ctx, { id: banners[0]!.id, reason: 'misleading' });
});

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

describe('adgate campaign list', () => {
  it('lists everybody’s by id, or those of a status or an account', async () => {
    const all = [spring, autumn].toSorted(byId).map(({ id }) => id);
    const namesOf = async (...args: readonly string[]) =>
      (await run('campaign', 'list', ...args)).json.campaigns.map(({ id }: Campaign) => id);
    expect(await namesOf()).toEqual(all);
    expect(await namesOf('--after', all[0]!)).toEqual([all[1]]);
    expect(await namesOf('--status', 'inactive')).toEqual([autumn.id]);
    expect(await namesOf('--advertiser', spring.advertiserId)).toEqual([spring.id]);
    expect((await run('campaign', 'list', '--status', 'inactive')).json.campaigns[0]).toEqual({
      id: autumn.id,
      advertiserId: autumn.advertiserId,
      name: 'Autumn',
      status: 'inactive',
      landingUrl: autumn.landingUrl,
    });
  });
});

describe('adgate creative list', () => {
  it('finds the creative that is to be rejected, and the one that was', async () => {
    const idsOf = async (...args: readonly string[]) =>
      (await run('creative', 'list', ...args)).json.creatives.map(({ id }: Creative) => id);
    const own = banners.toSorted(byId).map(({ id }) => id);
    expect(await idsOf('--campaign', spring.id)).toEqual(own);
    expect(await idsOf('--campaign', spring.id, '--after', own[0]!)).toEqual([own[1]]);
    expect(await idsOf('--advertiser', spring.advertiserId, '--status', 'rejected')).toEqual([
      banners[0]!.id,
    ]);
    expect(await idsOf()).toHaveLength(3);
  });

  it('tells which of them wait to be approved', async () => {
    const { id, name } = banners[1]!;
    await app.ctx.creatives.models[0]!.updateOne({ _id: id }, { review: 'waiting' });
    const { printed } = await runCommandLine(['creative', 'list', '--campaign', spring.id], {
      env: { MONGODB_URI: mongodbUri, ADGATE_PATIENCE: patience.ADGATE_PATIENCE },
    });
    expect(printed).toContain(`${id}  active (waiting)  ${name}`);
    await app.ctx.creatives.models[0]!.updateOne({ _id: id }, { review: null });
  });
});

it.each([
  [['campaign', 'list', '--status', 'fine'], '--status must be one of draft'],
  [['campaign', 'list', '--advertiser', 'me'], '--advertiser must be an id'],
  [['creative', 'list', '--status', 'Active'], '--status must be one of draft'],
  [['creative', 'list', '--after', 'x'], '--after must be an id'],
])('ends %j with 2', async (args, line) => {
  const ended = await run(...args);
  expect([ended.exitCode, ended.lines[0]]).toEqual([2, expect.stringContaining(line)]);
});

describe('lists of operators in GraphQL', () => {
  async function ask(query: string) {
    const { body } = await sendGraphql(app, token, query);
    expect(body.errors).toBeUndefined();
    return body.data;
  }

  it('have the campaigns, creatives, sites, accounts and clients of everybody', async () => {
    const { allCampaigns } = await ask('{ allCampaigns(status: inactive) { id name } }');
    expect(allCampaigns).toEqual([{ id: autumn.id, name: 'Autumn' }]);
    const dashed = toDashed(spring.id);
    const { allCreatives } = await ask(
      `{ allCreatives(first: 1, filter: { campaignId: "${dashed}", status: active }) { id status } }`,
    );
    expect(allCreatives).toEqual([{ id: banners[1]!.id, status: 'active' }]);
    const { allAccounts } = await ask('{ allAccounts(role: operator) { email roles } }');
    expect(allAccounts).toEqual([{ email: 'operator@test.example', roles: ['operator'] }]);
    expect(await ask('{ allSites { id } allClients { id } }')).toEqual({
      allSites: [],
      allClients: [],
    });
  });
});
