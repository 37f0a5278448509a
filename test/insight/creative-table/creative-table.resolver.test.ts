import { beforeAll, describe, expect, it } from '@jest/globals';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { accessToken, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { tellVerdicts } from '../../support/verdicts';

const hourMs = 3_600_000;
const time = `from: "${new Date(Date.now() - 24 * hourMs).toISOString()}", to: "${new Date(Date.now() + hourMs).toISOString()}"`;

let app: TestApp;
let token: string;

const table = async (args: string, fields = 'nodes { name } totalCount') => {
  const { body } = await sendGraphql(
    app,
    token,
    `{ creativeTable(${time}, ${args}) { ${fields} } }`,
  );
  expect(body.errors).toBeUndefined();
  return body.data.creativeTable;
};
const names = async (args: string): Promise<readonly string[]> =>
  (await table(args)).nodes.map(({ name }: { name: string }) => name);

beforeAll(async () => {
  app = await startApp();
  const scopes = ['campaign.read', 'statistics.read'] as const;
  token = await accessToken(app, { scopes, email: 'ads@test.example' });
  const advertiserId = (await app.ctx.accounts.findLogin('ads@test.example'))!.account.id;
  const { ctx } = app;
  const put = async (owner: string, name: string) => {
    const made = await createActiveCampaign(ctx, { campaign: { advertiserId: owner } });
    const { id } = made.creatives[0]!;
    await ctx.creatives.update(id, { status: 'active' }, { name });
    return { id, campaignId: made.campaign.id };
  };
  const banner = await put(advertiserId, 'Banner (10)');
  await put(advertiserId, 'Banner (2)');
  await put('be'.repeat(16), 'Banner of others');
  const { id: creativeId, campaignId } = banner;
  await tellVerdicts(ctx, [{ advertiserId, campaignId, creativeId, occurredAt: new Date() }]);
  await foldAllChanges(ctx);
});

describe('creativeTable', () => {
  it('has creatives of all campaigns of the viewer, the newest first', async () => {
    expect(await table('first: 5')).toEqual({
      nodes: [{ name: 'Banner (2)' }, { name: 'Banner (10)' }],
      totalCount: 2,
    });
  });

  it('is searched by names and sizes, and put in order by figures', async () => {
    expect(await names('search: "(10"')).toEqual(['Banner (10)']);
    expect(await names('search: "no such"')).toEqual([]);
    expect(await names('statuses: [rejected]')).toEqual([]);
    const { nodes } = await table(
      'orderBy: views',
      `nodes { name figures(${time}) { validViews } }`,
    );
    expect(nodes).toEqual([
      { name: 'Banner (10)', figures: { validViews: 1 } },
      { name: 'Banner (2)', figures: { validViews: 0 } },
    ]);
  });
});
