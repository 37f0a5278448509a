import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, logIn, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { aPng, aCampaign } from '../../support/campaigns';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import pino from 'pino';
import { createApp } from '../../../src/assembly/app';
import { parseConfig } from '../../../src/config';
import type { ServiceContext } from '../../../src/api/context';
import { openDatabase } from '../../../src/platform/database/connection';
import { createServiceContext } from '../../../src/assembly/service-context';
import { monitored, onCommand } from '../../support/commands';
import { freshDatabase } from '../../support/database';
import { uploadFile } from '../../support/uploads';

const path = '/api/v2/campaigns';
const scopes = ['campaign.read', 'campaign.write'] as const;

const upload = async (app: TestApp, token: string): Promise<string> =>
  (await uploadFile(app, token, aPng('300x250'))).body.data.id as string;

async function addWith(app: TestApp, token: string, fileIds: readonly string[]) {
  return send(`${app.url}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
    json: {
      name: 'Spring',
      status: 'active',
      targetUrl: 'https://shop.example/',
      budget: 5,
      medium: 'web',
      dateStart: '2026-01-01T00:00:00Z',
      creatives: fileIds.map((fileId) => ({ fileId, name: 'A' })),
    },
  });
}

/** The commands that something needs, in their order. */
async function commandsOf(act: () => Promise<unknown>): Promise<readonly string[]> {
  const commands: string[] = [];
  const stop = onCommand((command) => commands.push(command));
  await act();
  stop();
  return commands;
}

/** Those of the collections that a campaign is made of; others belong to jobs and tokens. */
const ofCampaigns = (commands: readonly string[]) =>
  commands.filter((command) => /(campaigns|creatives|contents|uploads|conversions)$/.test(command));

/** The gateway's app without jobs and change feed: what the database is asked, requests have asked. */
async function startQuietApp(): Promise<TestApp> {
  const db = await openDatabase(monitored(await freshDatabase()));
  const dataFolder = mkdtempSync(join(tmpdir(), 'adgate-commands-'));
  const config = parseConfig({ ADGATE_DATA_DIR: dataFolder });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = { now: () => new Date() };
  const ctx = await createServiceContext(db, config, {
    log: pino({ level: 'silent' }),
    publicUrl: url,
    now: () => clock.now(),
  });
  const app = await createApp(ctx);
  server.on('request', app.listener);
  return {
    url,
    ctx,
    clock,
    async close() {
      server.closeAllConnections();
      server.close();
      await app.close();
      await db.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

describe('the number of commands', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startQuietApp();
    token = await accessToken(app, { scopes });
  });
  afterAll(() => app.close());

  it('is the same for a campaign of 50 creatives as for one of 2', async () => {
    const counts: number[] = [];
    for (const size of [2, 50]) {
      const fileIds: string[] = [];
      for (let at = 0; at < size; at += 1) fileIds.push(await upload(app, token));
      const commands = await commandsOf(async () => {
        const { status, body } = await addWith(app, token, fileIds);
        expect([status, body.data.creatives.length]).toEqual([200, size]);
      });
      counts.push(ofCampaigns(commands).length);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(12);
  });

  it('is the same for a list of many campaigns as for one of 2, by REST and by GraphQL', async () => {
    const session = await logIn(app, 'advertiser');
    const owner = (await app.ctx.accounts.findLogin('advertiser@test.example'))!.account;
    const own = await accessToken(app, { scopes, email: 'advertiser@test.example' });
    for (let at = 0; at < 40; at += 1)
      await createCampaign(app.ctx, aCampaign({ advertiserId: owner.id }));
    const byRest = (limit: number) =>
      send(`${app.url}${path}?limit=${limit}`, { headers: { Authorization: `Bearer ${own}` } });
    const byGraphql = (first: number) => {
      const fields = 'creatives { nodes { id url } } conversions { nodes { id link } } targeting';
      const query = `{ campaigns(first: ${first}) { nodes { ${fields} } edges { node { ${fields} } } } }`;
      return sendGraphql(app, session, query);
    };
    // An operation of GraphQL may not ask for more with all of this.
    for (const [list, most] of [
      [byRest, 40],
      [byGraphql, 3],
    ] as const) {
      expect((await list(most)).status).toBe(200);
      const [few, many] = [await commandsOf(() => list(2)), await commandsOf(() => list(most))];
      expect(ofCampaigns(many)).toEqual(ofCampaigns(few));
      expect(ofCampaigns(few).length).toBeLessThanOrEqual(7);
    }
  });
});

/** The same context, whose database fails at one call of the stores that a campaign is made with. */
function failingAt(ctx: ServiceContext, at: number): ServiceContext {
  let calls = 0;
  const failing = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get(target, name: keyof Store & string) {
        const member = target[name];
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => {
          calls += 1;
          if (calls === at) return Promise.reject(new Error(`${name} failed`));
          return Reflect.apply(member, target, args);
        };
      },
    });
  const { campaigns, creatives, contents, uploads } = ctx;
  return Object.assign(Object.create(ctx) as ServiceContext, {
    campaigns: failing(campaigns),
    creatives: failing(creatives),
    contents: failing(contents),
    uploads: failing(uploads),
  });
}

describe('when the database fails at one step', () => {
  it('there is a whole campaign afterwards, or none and its uploads are as they were', async () => {
    const app = await startApp();
    const email = 'ann@test.example';
    const token = await accessToken(app, { scopes, email });
    const owner = (await app.ctx.accounts.findLogin(email))!.account;
    const fileIds = [await upload(app, token), await upload(app, token)];
    const params = aCampaign({
      advertiserId: owner.id,
      status: 'active',
      creatives: fileIds.map((fileId) => ({ fileId, name: 'A' })),
    });
    const list = async () => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await send(`${app.url}${path}`, { headers })).body.data as {
        readonly status: string;
        readonly creatives: readonly unknown[];
      }[];
    };

    const outcomes: string[] = [];
    while (outcomes.at(-1) !== 'stored' && outcomes.length < 20) {
      const id = randomBytes(16).toString('hex');
      const attempt = createCampaign(failingAt(app.ctx, outcomes.length + 1), { ...params, id });
      const error = await attempt.then(
        () => null,
        (thrown: unknown) => thrown as Error,
      );
      const found = await list();
      for (const { status, creatives } of found)
        expect([status, creatives.length]).toEqual(['active', 2]);
      if (found.length === 0) expect(await app.ctx.creatives.listByCampaigns([id])).toEqual([]);
      outcomes.push(found.length === 0 ? error!.message : 'stored');
    }
    expect(outcomes[0]).toBe('listOwned failed');
    // Of the creatives, then of the campaign.
    expect(outcomes.slice(-3)).toEqual(['insert failed', 'insert failed', 'stored']);
  });
});
