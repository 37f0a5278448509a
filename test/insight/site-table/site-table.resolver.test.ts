import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { createOwnedSite } from '../../../src/supply/sites/publisher-site.service';
import type { Site } from '../../../src/supply/sites/site.resource';
import { freshDatabase } from '../../support/database';
import { accessToken, sendGraphql, startApp, type TestApp } from '../../support/app';
import { tellVerdicts } from '../../support/verdicts';

const hourMs = 3_600_000;
const time = `from: "${new Date(Date.now() - 24 * hourMs).toISOString()}", to: "${new Date(Date.now() + hourMs).toISOString()}"`;

let app: TestApp;
let token: string;
let publisherId: string;
/** Commands that have read roll-ups. */
let readings = 0;

const ask = async (query: string, by = token) => (await sendGraphql(app, by, query)).body;
const table = async (args: string, fields = 'nodes { name } totalCount') => {
  const { data, errors } = await ask(`{ siteTable(${time}, ${args}) { ${fields} } }`);
  expect(errors).toBeUndefined();
  return data.siteTable;
};
const names = async (args: string): Promise<readonly string[]> =>
  (await table(args)).nodes.map(({ name }: { name: string }) => name);

const aSite = (owner: string, name: string, host: string): Promise<Site> =>
  createOwnedSite(app.ctx, { publisherId: owner, name, host });

beforeAll(async () => {
  const uri = new URL(await freshDatabase());
  uri.searchParams.set('monitorCommands', 'true');
  app = await startApp({ mongodbUri: uri.href });
  const scopes = ['site.read', 'statistics.read'] as const;
  token = await accessToken(app, { scopes, email: 'sites@test.example' });
  publisherId = (await app.ctx.accounts.findLogin('sites@test.example'))!.account.id;
  const news = await aSite(publisherId, 'News (10)', 'news.example');
  await aSite(publisherId, 'News (2)', 'other.example');
  await aSite(publisherId, 'Blog', 'diary.example');
  const other = await createAccount(app.ctx, {
    ...{ email: 'other@test.example', password: 'correct horse', roles: ['publisher'] },
  });
  await aSite(other.id, 'News of others', 'theirs.example');
  await tellVerdicts(app.ctx, [{ publisherId, siteId: news.id, occurredAt: new Date() }]);
  await foldAllChanges(app.ctx);
  app.ctx.campaigns.models[0]!.db.getClient().on(
    'commandStarted',
    ({ command }: { command: Readonly<Record<string, unknown>> }) => {
      const read = command['find'] ?? command['aggregate'];
      if (read === 'statisticsRollUps') readings += 1;
    },
  );
});

describe('siteTable', () => {
  it('has the newest first, none of others, and pages', async () => {
    expect(await table('first: 2', 'nodes { name } totalCount pageInfo { page lastPage }')).toEqual(
      {
        nodes: [{ name: 'Blog' }, { name: 'News (2)' }],
        totalCount: 3,
        pageInfo: { page: 1, lastPage: 2 },
      },
    );
    expect(await names('first: 2, page: 2')).toEqual(['News (10)']);
  });

  it('looks for a part of names and hosts, and for statuses', async () => {
    expect(await names('search: "NEWS"')).toEqual(['News (2)', 'News (10)']);
    expect(await names('search: "diary."')).toEqual(['Blog']);
    expect(await names('statuses: [inactive]')).toEqual([]);
  });

  it('is in the order of names or figures', async () => {
    expect(await names('orderBy: name, isDescending: false')).toEqual([
      'Blog',
      'News (2)',
      'News (10)',
    ]);
    expect((await names('orderBy: views'))[0]).toBe('News (10)');
  });

  it('reads the figures once that it is put in order by and shows', async () => {
    const count = async (fields: string) => {
      const before = readings;
      await table('orderBy: revenue', `nodes { name ${fields} }`);
      return readings - before;
    };
    const forOrder = await count('');
    expect(forOrder).toBeGreaterThan(0);
    expect(await count(`figures(${time}) { validViews }`)).toBe(forOrder);
    const [first] = (await table('orderBy: views', `nodes { figures(${time}) { validViews } }`))
      .nodes;
    expect(first.figures).toEqual({ validViews: 1 });
    // Another time is read for itself.
    const past = `from: "2025-01-01T00:00:00Z", to: "2025-01-02T00:00:00Z"`;
    const { nodes } = await table('orderBy: views', `nodes { figures(${past}) { validViews } }`);
    expect(nodes[0].figures).toEqual({ validViews: 0 });
  });

  it('asks for a scope where the order is by figures', async () => {
    const poor = await accessToken(app, { scopes: ['site.read'], email: 'sites@test.example' });
    const query = (order: string) => `{ siteTable(${time}, orderBy: ${order}) { totalCount } }`;
    expect((await ask(query('name'), poor)).data.siteTable).toEqual({ totalCount: 3 });
    expect((await ask(query('views'), poor)).errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
