import type { Connection } from 'mongoose';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../src/identity/accounts/account.service';
import { createCampaign } from '../../src/demand/campaigns/campaign-creation.service';
import type { ServiceContext } from '../../src/api/context';
import { openDatabase } from '../../src/platform/database/connection';
import { createDemoData, isDemoServed } from '../../src/start/demo-data';
import { type DemoCampaign, demoCampaigns } from '../../src/start/demo/campaigns';
import { demoId, findDemoSite } from '../../src/insight/demo-page/demo-site';
import { send, startApp, type TestApp } from '../support/app';
import { aCampaign, createActiveCampaign } from '../support/campaigns';
import { freshDatabase } from '../support/database';

/** Pictures that are drawn in no time: most tests are about what is stored. */
const small = demoCampaigns.slice(0, 3).map((campaign) => ({
  ...campaign,
  imageSizes: ['320x50', '88x31', '120x60'],
}));

const wholeOf = (campaigns: readonly DemoCampaign[]) => {
  const creatives = campaigns.flatMap(({ imageSizes, htmlSizes }) => [...imageSizes, ...htmlSizes]);
  return {
    accounts: 3,
    sites: 1,
    placements: 5,
    campaigns: campaigns.length,
    creatives: creatives.length,
    creativeContents: creatives.length,
  };
};
const whole = wholeOf(small);

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function startWithDatabase(): Promise<{ app: TestApp; db: Connection; mongodbUri: string }> {
  const mongodbUri = await freshDatabase();
  const app = await startApp({ mongodbUri });
  const db = await openDatabase(mongodbUri);
  opened.push(db, app);
  return { app, db, mongodbUri };
}

/** A campaign counts when it is active. */
const filters: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  campaigns: { status: 'active' },
};

async function countAll(db: Connection): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const name of Object.keys(whole)) {
    const found = db.collection(name).find(filters[name] ?? {}, { projection: { _id: 1 } });
    counts[name] = (await found.toArray()).length;
  }
  return counts;
}

/** A context whose database goes away at the `attempt`-th write of this kind. */
function failingAt(
  ctx: ServiceContext,
  store: 'accounts' | 'campaigns' | 'creatives',
  attempt: number,
): ServiceContext {
  let count = 0;
  const insert = (...args: readonly unknown[]) => {
    count += 1;
    if (count === attempt) return Promise.reject(new Error('the process was killed'));
    return (ctx[store].insert as (...args: readonly unknown[]) => unknown)(...args);
  };
  return Object.assign(Object.create(ctx) as ServiceContext, {
    [store]: { ...ctx[store], insert },
  });
}

describe('createDemoData', () => {
  it('pays its publisher, that of an earlier version, too, where an address is given', async () => {
    const { app } = await startWithDatabase();
    const addressOfPublisher = async () =>
      (await app.ctx.accounts.findById(demoId('publisher')))?.payoutAddress;
    await createDemoData(app.ctx, { campaigns: small });
    expect(await addressOfPublisher()).toBeNull();
    for (const payoutAddress of ['ads:0001-00000003-AB0C', 'ads:0001-00000002-BB2D'])
      await createDemoData(app.ctx, { campaigns: small, payoutAddress });
    expect(await addressOfPublisher()).toBe('ads:0001-00000003-AB0C');
  });

  it('makes accounts that can log in, active campaigns with creatives, and a site', async () => {
    const { app, db } = await startWithDatabase();
    const { accounts } = (await createDemoData(app.ctx))!;
    expect(accounts.map(({ role }) => role)).toEqual(['advertiser', 'publisher', 'operator']);
    for (const { email, password } of accounts) {
      const { status } = await send(`${app.url}/auth/login`, { json: { email, password } });
      expect(status).toBe(200);
    }
    expect(new Set(accounts.map(({ password }) => password)).size).toBe(3);
    expect(await countAll(db)).toEqual(wholeOf(demoCampaigns));
    const site = (await findDemoSite(app.ctx))!;
    expect(site.placements.map(({ name, width, height }) => `${name} ${width}x${height}`)).toEqual([
      'Leaderboard 728x90',
      'Mobile banner 320x50',
      'Half page 300x600',
      'Rectangle 300x250',
      'Animated rectangle 300x250',
    ]);
  });

  it('makes nothing a second time', async () => {
    const { app, db } = await startWithDatabase();
    await createDemoData(app.ctx, { campaigns: small });
    expect(await createDemoData(app.ctx, { campaigns: small })).toBeNull();
    expect(await countAll(db)).toEqual(whole);
  });

  it.each<[string, (app: TestApp) => Promise<unknown>]>([
    [
      'an account',
      ({ ctx }) =>
        createAccount(ctx, {
          email: 'a@b.example',
          password: 'correct horse',
          roles: ['operator'],
        }),
    ],
    ['a campaign', ({ ctx }) => createCampaign(ctx, aCampaign())],
    [
      'a site of a find',
      ({ url }) =>
        send(`${url}/supply/find`, {
          json: {
            context: { iid: 'first', url: 'https://news.example' },
            placements: [{ id: '1', width: 300, height: 250 }],
          },
        }),
    ],
  ])('leaves a database alone that has %s already', async (_case, use) => {
    const { app, db } = await startWithDatabase();
    await use(app);
    const before = await countAll(db);
    expect(await createDemoData(app.ctx, { campaigns: small })).toBeNull();
    expect(await countAll(db)).toEqual(before);
    expect([await findDemoSite(app.ctx), await isDemoServed(app.ctx)]).toEqual([null, false]);
  });

  it('is served as soon as it is made', async () => {
    const { app } = await startWithDatabase();
    expect(await isDemoServed(app.ctx)).toBe(false);
    await createDemoData(app.ctx);
    expect(await isDemoServed(app.ctx)).toBe(true);
    const site = (await findDemoSite(app.ctx))!;
    const { body } = await send(`${app.url}/supply/find`, {
      json: {
        context: { iid: 'first', url: site.url },
        placements: site.placements.map(({ id }) => ({ id, placementId: id })),
      },
    });
    expect(body.data).toHaveLength(site.placements.length);
  });

  it('has made a market: a campaign without a price bids like the others', async () => {
    const { app } = await startWithDatabase();
    await createDemoData(app.ctx);
    const { campaign } = await createActiveCampaign(app.ctx, { campaign: { maxCpm: null } });
    const { rpm } = app.ctx.inventory.priceOf(campaign.id);
    expect(rpm).toBeGreaterThan(1.4);
    expect(rpm).toBeLessThan(3.5);
  });

  it('is made once by processes that start together', async () => {
    const { app, db, mongodbUri } = await startWithDatabase();
    const other = await startApp({ mongodbUri });
    opened.push(other);
    const made = await Promise.all([
      createDemoData(app.ctx, { campaigns: small }),
      createDemoData(other.ctx, { campaigns: small }),
    ]);
    expect(await countAll(db)).toEqual(whole);
    const accounts = made.flatMap((demo) => demo?.accounts ?? []);
    expect(accounts.map(({ role }) => role).sort()).toEqual([
      'advertiser',
      'operator',
      'publisher',
    ]);
    for (const { email, password } of accounts) {
      const { status } = await send(`${app.url}/auth/login`, { json: { email, password } });
      expect(status).toBe(200);
    }
  });

  it.each([
    ['campaigns', 1],
    ['campaigns', 3],
    ['creatives', 1],
    ['creatives', 9],
    ['accounts', 1],
    ['accounts', 3],
  ] as const)(
    'is completed by the next start after one that ended at write %# (%s %i)',
    async (store, attempt) => {
      const { app, db } = await startWithDatabase();
      await expect(
        createDemoData(failingAt(app.ctx, store, attempt), { campaigns: small }),
      ).rejects.toThrow('killed');
      expect(await createDemoData(app.ctx, { campaigns: small })).not.toBeNull();
      expect(await countAll(db)).toEqual(whole);
    },
  );

  it('moves landing URLs to a new origin, but not one that was edited', async () => {
    const { app } = await startWithDatabase();
    await createDemoData(app.ctx, { campaigns: small });
    const [first, second] = demoCampaigns.map(({ slug }) => demoId(`campaign ${slug}`));
    await app.ctx.campaigns.update((await app.ctx.campaigns.findById(second!))!, {
      landingUrl: 'https://mine.example/',
    });
    const moved = Object.assign(Object.create(app.ctx) as ServiceContext, {
      publicUrl: 'http://127.0.0.1:9999',
    });
    expect(await createDemoData(moved, { campaigns: small })).toBeNull();
    const urls = await Promise.all([first!, second!].map((id) => app.ctx.campaigns.findById(id)));
    expect(urls.map((campaign) => campaign?.landingUrl)).toEqual([
      'http://127.0.0.1:9999/demo/landing.html?campaign=aurora-trails&case={cid}&site={sid}',
      'https://mine.example/',
    ]);
  });

  it('is completed after an end between the bytes of a creative and the creative', async () => {
    const { app, db } = await startWithDatabase();
    await expect(
      createDemoData(failingAt(app.ctx, 'creatives', 3), { campaigns: small }),
    ).rejects.toThrow('killed');
    const id = demoId(`creative ${small[0]!.slug} image ${small[0]!.imageSizes[2]!}`);
    const contents = await db.collection('creativeContents').countDocuments();
    expect(contents).toBe((await db.collection('creatives').countDocuments()) + 1);
    expect(await createDemoData(app.ctx, { campaigns: small })).not.toBeNull();
    expect(await countAll(db)).toEqual(whole);
    const { status, body } = await send(`${app.url}/serve/x${id}.doc`);
    expect([status, String(body).slice(1, 4)]).toEqual([200, 'PNG']);
  });
});
