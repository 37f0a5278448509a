import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { EJSON } from 'bson';
import type { mongo } from 'mongoose';
import pino from 'pino';
import { openDatabase } from '../../../src/platform/database/connection';
import { migrate } from '../../../src/platform/database/migrate';
import { migrations } from '../../../src/platform/database/migrations';
import type { Migration } from '../../../src/platform/database/migrations/migration';
import { send, startApp, type TestApp } from '../../support/app';
import { captureLog } from '../../support/captured-log';
import { freshDatabase } from '../../support/database';

const log = pino({ level: 'silent' });
const systemClock = () => new Date();

async function open() {
  const uri = await freshDatabase();
  const connection = await openDatabase(uri);
  return { uri, connection, db: connection.db! };
}

const appliedTo = async (db: mongo.Db) =>
  (await db.collection('migrations').find().sort({ _id: 1 }).toArray()).map(({ _id }) =>
    Number(_id),
  );

/** Each run adds one to a counter, after a while. */
function counting(number: number, { waits = 0 } = {}): Migration {
  return {
    number,
    name: `count-${number}`,
    async run(db) {
      await new Promise((resolve) => setTimeout(resolve, waits));
      await db
        .collection<{ _id: number; runs: number }>('counts')
        .updateOne({ _id: number }, { $inc: { runs: 1 } }, { upsert: true });
    },
  };
}

const runsOf = async (db: mongo.Db) =>
  (await db.collection('counts').find().sort({ _id: 1 }).toArray()).map(({ runs }) => Number(runs));

describe('migrations', () => {
  it('are the files of their folder', () => {
    const files = readdirSync('src/platform/database/migrations').filter((file) =>
      /^\d/.test(file),
    );
    const names = migrations.map(
      ({ number, name }) => `${String(number).padStart(4, '0')}-${name}.ts`,
    );
    expect(files.sort()).toEqual(names);
  });

  it('are numbered without a gap, and each is named once', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_one, at) => at + 1));
    expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
  });
});

describe('migrate', () => {
  it('applies each migration once, in order, also to a new database', async () => {
    const { connection, db } = await open();
    await migrate(connection, { log, now: systemClock, migrations: [counting(1)] });
    await migrate(connection, { log, now: systemClock, migrations: [counting(1), counting(2)] });
    expect([await appliedTo(db), await runsOf(db)]).toEqual([
      [1, 2],
      [1, 1],
    ]);
    await connection.close();
  });

  it('lets one of several gateways do it while the others wait', async () => {
    const { uri, connection, db } = await open();
    const others = await Promise.all([openDatabase(uri), openDatabase(uri)]);
    const slow = [counting(1, { waits: 300 }), counting(2)];
    await Promise.all(
      [connection, ...others].map((one) =>
        migrate(one, { log, now: systemClock, migrations: slow }).then(async () => {
          expect(await appliedTo(one.db!)).toEqual([1, 2]);
        }),
      ),
    );
    expect(await runsOf(db)).toEqual([1, 1]);
    await Promise.all([connection, ...others].map((one) => one.close()));
  });

  it('tells in the log at debug which are due, and for how long each has run', async () => {
    const { connection } = await open();
    const { log: captured, entriesOf } = captureLog('debug');
    const options = { log: captured, now: systemClock, migrations: [counting(1), counting(2)] };
    await migrate(connection, options);
    await migrate(connection, options);
    expect(entriesOf('migrations are due')[0]).toMatchObject({
      ...{ level: 20, form: 0, pending: ['count-1', 'count-2'] },
    });
    expect(entriesOf('the database was migrated')).toMatchObject([
      { level: 30, migration: '1 count-1', ms: expect.any(Number) },
      { level: 30, migration: '2 count-2', ms: expect.any(Number) },
    ]);
    expect(entriesOf('the database has its form')).toMatchObject([{ form: 2 }, { form: 2 }]);
    await connection.close();
  });

  it('goes on where it was cut off', async () => {
    const { connection, db } = await open();
    const cutOff: Migration = {
      number: 2,
      name: 'cut-off',
      run: () => Promise.reject(new Error('cut off')),
    };
    await expect(
      migrate(connection, { log, now: systemClock, migrations: [counting(1), cutOff] }),
    ).rejects.toThrow('cut off');
    expect(await appliedTo(db)).toEqual([1]);
    await migrate(connection, { log, now: systemClock, migrations: [counting(1), counting(2)] });
    expect(await runsOf(db)).toEqual([1, 1]);
    await connection.close();
  });

  it('takes over from a gateway that was killed, when its lease has expired', async () => {
    const { connection, db } = await open();
    const killedAt = Date.now();
    await db.collection<{ _id: string }>('leases').insertOne({
      _id: 'migrations',
      holder: 'killed',
      expiresAt: new Date(killedAt + 20_000),
    } as { _id: string });
    let offset = 0;
    const now = () => new Date(Date.now() + offset);
    let isDone = false;
    const running = migrate(connection, { log, now, migrations: [counting(1)] }).then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(isDone).toBe(false);
    offset = 20_001;
    await running;
    expect(await runsOf(db)).toEqual([1]);
    expect(await db.collection('leases').countDocuments()).toBe(0);
    await connection.close();
  });

  it('refuses a database that a newer version has written', async () => {
    const { connection } = await open();
    await migrate(connection, { log, now: systemClock, migrations: [counting(1), counting(2)] });
    await expect(
      migrate(connection, { log, now: systemClock, migrations: [counting(1)] }),
    ).rejects.toThrow('the database has form 2, which a newer version of Adgate stores');
    await connection.close();
  });
});

interface Stored {
  readonly account: { readonly email: string; readonly password: string; readonly id: string };
  readonly client: { readonly id: string; readonly secret: string };
  readonly campaignId: string;
  readonly collections: Readonly<
    Record<
      string,
      { readonly documents: mongo.BSON.Document[]; readonly indexes: mongo.IndexDescription[] }
    >
  >;
}

/** A database as a gateway left it that knew of no migrations: made by its own services, with its indexes. */
describe('a database from before there were migrations', () => {
  let app: TestApp;
  let stored: Stored;

  beforeAll(async () => {
    const text = readFileSync(join(__dirname, 'stored-before-migrations.json'), 'utf8');
    stored = EJSON.parse(text, { relaxed: false }) as Stored;
    const { uri, connection, db } = await open();
    for (const [name, { documents, indexes }] of Object.entries(stored.collections)) {
      await db.createCollection(name);
      if (documents.length > 0) await db.collection(name).insertMany(documents);
      const own = indexes.filter((index) => index.name !== '_id_');
      if (own.length > 0) await db.collection(name).createIndexes(own);
    }
    await connection.close();
    app = await startApp({ mongodbUri: uri });
  });

  it('has the newest form when the gateway is ready', async () => {
    const applied = await appliedTo(app.ctx.accounts.models[0]!.db.db!);
    expect(applied).toEqual(migrations.map(({ number }) => number));
  });

  it('lets its people in', async () => {
    const { email, password, id } = stored.account;
    const login = await send(`${app.url}/auth/login`, { json: { email, password } });
    expect(login.status).toBe(200);
    const headers = { Authorization: `Bearer ${login.body.apiToken}` };
    const { body } = await send(`${app.url}/graphql`, {
      headers,
      json: { query: '{ viewer { id email roles } }' },
    });
    const roles = ['advertiser', 'publisher', 'operator'];
    expect(body.data.viewer).toEqual({ id, email, roles });
  });

  it('answers its campaigns and creatives to its clients', async () => {
    const token = await tokenOf(stored.client);
    const headers = { Authorization: `Bearer ${token}` };
    const { status, body } = await send(`${app.url}/api/v2/campaigns/${stored.campaignId}`, {
      headers,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: 'Old spring',
      status: 'active',
      maxCpm: 2,
      targeting: { excludes: { user: { country: ['fr'] } } },
    });
    expect(body.data.conversions).toHaveLength(1);
    expect(body.data.creatives).toHaveLength(1);
    const content = await fetch(body.data.creatives[0].url.replace(/^https?:\/\/[^/]+/, app.url));
    expect([content.status, content.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('serves them on its sites, and takes what is seen of them', async () => {
    const context = {
      iid: '6f6f6f6f-0000-4000-8000-000000000002',
      url: 'https://news.old.example/',
      publisher: stored.account.id,
    };
    const placements = [{ id: '1', width: 300, height: 250 }];
    const { body } = await send(`${app.url}/supply/find`, { json: { context, placements } });
    expect(body.data).toHaveLength(1);
    const ids = stored.collections.placements!.documents.map(({ _id }) => String(_id));
    expect(ids).toContain(body.data[0].placementId);
    const viewed = await fetch(`${body.data[0].viewUrl}&cid=6f6f6f6f6f6f40008000000000000002`);
    expect(viewed.status).toBe(200);
    expect(await app.ctx.events.models[0]!.countDocuments()).toBe(2);
  });

  async function tokenOf({ id, secret }: Stored['client']): Promise<string> {
    const { body } = await send(`${app.url}/oauth/token`, {
      json: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
    });
    return body.access_token as string;
  }
});
