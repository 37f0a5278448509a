import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { deleteCampaign, updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { accessToken, sendGraphql, startApp, type TestApp } from '../../support/app';
import { aCampaign, createActiveCampaign, usd } from '../../support/campaigns';
import { monitored, onCommand } from '../../support/commands';
import { freshDatabase } from '../../support/database';
import { tellVerdicts } from '../../support/verdicts';

let app: TestApp;
let token: string;
let advertiserId: string;
let running: Campaign;

const hourMs = 3_600_000;
const time = `from: "${new Date(Date.now() - 24 * hourMs).toISOString()}", to: "${new Date(Date.now() + hourMs).toISOString()}"`;

const ask = async (query: string, by = token) => (await sendGraphql(app, by, query)).body;
const table = async (args: string, fields = 'nodes { name } totalCount') => {
  const { data, errors } = await ask(`{ campaignTable(${time}, ${args}) { ${fields} } }`);
  expect(errors).toBeUndefined();
  return data.campaignTable;
};
const names = async (args: string): Promise<readonly string[]> =>
  (await table(args)).nodes.map(({ name }: { name: string }) => name);

const aDraft = (name: string, changes: Partial<Campaign> = {}) =>
  createCampaign(app.ctx, aCampaign({ advertiserId, name, status: 'draft', ...changes }));

beforeAll(async () => {
  app = await startApp({ mongodbUri: monitored(await freshDatabase()) });
  const scopes = ['campaign.read', 'statistics.read'] as const;
  token = await accessToken(app, { scopes, email: 'table@test.example' });
  advertiserId = (await app.ctx.accounts.findLogin('table@test.example'))!.account.id;
  const { ctx } = app;
  ({ campaign: running } = await createActiveCampaign(ctx, {
    campaign: { advertiserId, name: 'Zürich', hourlyBudget: usd('3'), maxCpm: usd('9') },
  }));
  await aDraft('Spring (2)', { hourlyBudget: usd('2') });
  const gone = await aDraft('Spring gone');
  await deleteCampaign(ctx, gone);
  await aDraft('spring (10)', { hourlyBudget: usd('1') });
  await aDraft('Spring of others', { advertiserId: 'be'.repeat(16) });
  await tellVerdicts(ctx, [
    { advertiserId, campaignId: running.id, occurredAt: new Date() },
    { advertiserId, campaignId: gone.id, occurredAt: new Date() },
  ]);
  await foldAllChanges(ctx);
});

describe('campaignTable', () => {
  it('has the newest first, and no deleted ones or those of others', async () => {
    expect(await table('first: 2', 'nodes { name } totalCount pageInfo { page lastPage }')).toEqual(
      {
        nodes: [{ name: 'spring (10)' }, { name: 'Spring (2)' }],
        totalCount: 3,
        pageInfo: { page: 1, lastPage: 2 },
      },
    );
    expect(await names('first: 2, page: 2')).toEqual(['Zürich']);
    expect(await names('first: 2, page: 3')).toEqual([]);
    expect(await names('isDescending: false')).toEqual(['Zürich', 'Spring (2)', 'spring (10)']);
  });

  it('finds a part of a name, in capitals or not, whatever signs it has', async () => {
    expect(await names('search: "SPRING ("')).toEqual(['spring (10)', 'Spring (2)']);
    expect(await names('search: "zu\u0308RI"')).toEqual(['Zürich']);
    expect(await names('search: ".*"')).toEqual([]);
    expect(await names('search: "spring", statuses: [active]')).toEqual([]);
    expect(await names('statuses: [active]')).toEqual(['Zürich']);
  });

  it('is in the order of a member, of the figures of a time, or of states', async () => {
    expect(await names('orderBy: name, isDescending: false')).toEqual([
      'Spring (2)',
      'spring (10)',
      'Zürich',
    ]);
    expect(await names('orderBy: hourly_budget')).toEqual(['Zürich', 'Spring (2)', 'spring (10)']);
    expect(await names('orderBy: views, first: 1')).toEqual(['Zürich']);
    expect(await names('orderBy: cost, first: 1')).toEqual(['Zürich']);
    expect(await names('orderBy: state, isDescending: false, first: 2')).toEqual([
      'spring (10)',
      'Spring (2)',
    ]);
  });

  it('reads campaigns once that are in the order of their states', async () => {
    const read: string[] = [];
    const end = onCommand((command) => read.push(command));
    expect(await names('orderBy: state, search: "spring"')).toEqual(['spring (10)', 'Spring (2)']);
    end();
    expect(read.filter((command) => command === 'find campaigns')).toHaveLength(1);
  });

  it('gives figures and states beside, fifty rows in one operation', async () => {
    const fields = `nodes { id name status serving { state } hourlyBudget maxCpm maxCpc startsAt endsAt medium vendor
      figures(${time}) { validViews validClicks clickRate cost cpm } } totalCount pageInfo { lastPage }`;
    const { nodes } = await table('orderBy: cost, first: 50', fields);
    expect(nodes[0]).toMatchObject({
      id: running.id,
      figures: { validViews: 1, validClicks: 0, clickRate: 0, cost: '0.01', cpm: '10' },
    });
    expect(nodes[1]).toMatchObject({ serving: { state: 'draft' }, figures: { validViews: 0 } });
  });

  it('tells states of active campaigns that nobody sells yet, by their creatives', async () => {
    const draft = await aDraft('No ads', { advertiserId: 'ce'.repeat(16) });
    expect(await app.ctx.creatives.listStatusesByCampaigns([running.id, draft.id])).toEqual(
      new Map([[running.id, new Set(['active'])]]),
    );
  });

  it('sees a change at once', async () => {
    const changes = { hourlyBudget: usd('0.5') };
    await updateCampaign(app.ctx, { advertiserId, id: running.id, changes });
    expect(await names('orderBy: hourly_budget')).toEqual(['Spring (2)', 'spring (10)', 'Zürich']);
  });

  it.each(['name', 'views'])(
    'refuses an end before the begin, in the order of %s',
    async (order) => {
      const turned = 'from: "2026-03-02T00:00:00Z", to: "2026-03-01T00:00:00Z"';
      const { errors } = await ask(
        `{ campaignTable(${turned}, orderBy: ${order}) { totalCount } }`,
      );
      expect(errors[0].extensions).toMatchObject({
        ...{ code: 'VALIDATION_FAILED', details: { to: ['must be after `from`'] } },
      });
    },
  );

  it('refuses an order by figures without their scope, and a text that is no name', async () => {
    const reader = await accessToken(app, {
      scopes: ['campaign.read'],
      email: 'reader@test.example',
    });
    const codeOf = async (args: string, by?: string) =>
      (await ask(`{ campaignTable(${time}, ${args}) { totalCount } }`, by)).errors?.[0].extensions
        .code;
    expect(await codeOf('orderBy: name', reader)).toBeUndefined();
    expect(await codeOf('orderBy: cpm', reader)).toBe('FORBIDDEN');
    expect(await codeOf(`search: "${'a'.repeat(256)}"`)).toBe('VALIDATION_FAILED');
  });
});
