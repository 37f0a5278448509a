import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCreativeStore } from '../../src/demand/creatives/creative.store';
import { openDatabase } from '../../src/platform/database/connection';
import { demoCampaigns } from '../../src/start/demo/campaigns';
import { send } from '../support/app';
import { usualPatience } from '../support/patience';
import { type Program, runProgram } from '../support/process';

const folders = mkdtempSync(join(tmpdir(), 'adgate-start-'));
afterAll(() => {
  rmSync(folders, { recursive: true, force: true });
});
const holders = new Set<Server>();
afterAll(() => {
  for (const holder of holders) holder.close();
});
const aFolder = () => join(folders, randomUUID());

const ready = /^Adgate is ready at (http:\/\/127\.0\.0\.1:\d+)$/m;
const start = (env: Readonly<Record<string, string>> = {}) =>
  runProgram('src/start/main.js', {
    env: { PORT: '0', ADGATE_DATA_DIR: aFolder(), ADGATE_LOG_LEVEL: 'warn', ...env },
  });
const startReady = async (env: Readonly<Record<string, string>> = {}) => {
  const program = start(env);
  const [, url = ''] = await program.printed(ready);
  return { program, url };
};
const stop = async (program: Program) => {
  program.kill('SIGINT');
  return (await program.exited).code;
};
const findBoxes = (url: string, sizes: readonly (readonly [number, number])[]) =>
  send(`${url}/supply/find`, {
    json: {
      context: { iid: randomUUID(), url: 'https://news.example' },
      placements: sizes.map(([width, height]) => ({ id: `${width}x${height}`, width, height })),
    },
    headers: {
      'Accept-Language': 'en',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  });

/** One folder, from its first start on: each test goes on where the one before it ended. */
describe('npm start', () => {
  const env = { ADGATE_DATA_DIR: aFolder() };
  let program: Program;
  let url: string;
  let password = '';
  let placementId: unknown;

  const again = async (settings: Readonly<Record<string, string>> = {}) => {
    ({ program, url } = await startReady({ ...env, ...settings }));
  };
  const openPanel = async () => {
    const [link] = await program.printed(/http:\S+\/auth\/log-in-link\/\S+/);
    expect(link.startsWith(url)).toBe(true);
    const opened = await send(link, { headers: { 'Sec-Fetch-Site': 'none' } });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/panel/']);
    const Cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!;
    const { status, body } = await send(`${url}/panel/`, { headers: { Cookie } });
    expect([status, body]).toEqual([200, expect.stringContaining('<title>Adgate</title>')]);
  };

  it('has ads as soon as /health answers 200', async () => {
    const port = String(await aFreePort());
    program = start({ ...env, PORT: port });
    url = `http://127.0.0.1:${port}`;
    let hasEnded = false;
    void program.exited.then(() => {
      hasEnded = true;
    });
    while ((await firstAnswer(`${url}/health`)).status !== 200) expect(hasEnded).toBe(false);
    const { body } = await findBoxes(url, [[300, 250]]);
    expect(body.data).toHaveLength(1);
    ({ placementId } = body.data[0]);
    await program.printed(ready);
  });

  it('shows how to get a first ad, which then works as it is printed', async () => {
    expect(program.output()).toContain(`${url}/demo`);
    const [, data = ''] = await program.printed(/curl -s \S+ -H '[^']+' -d '([^']+)'/);
    const { status, body } = await send(`${url}/supply/find`, { json: JSON.parse(data) });
    expect([status, body.data]).toEqual([
      200,
      [expect.objectContaining({ id: 'top', scope: '300x250' })],
    ]);
  });

  it('prints a link that opens the panel as the demo’s advertiser', openPanel);

  it('serves every creative of the demo with the bytes that its hash announces', async () => {
    const db = await openDatabase(embeddedUri(env.ADGATE_DATA_DIR));
    let count = 0;
    const store = createCreativeStore(db, () => new Date());
    for (const { id, hash } of (await Array.fromAsync(store.streamActive())).flat()) {
      const response = await fetch(`${url}/serve/x${id}.doc`);
      const bytes = Buffer.from(await response.arrayBuffer());
      const served = createHash('sha1').update(bytes).digest('hex');
      expect([id, response.status, served]).toEqual([id, 200, hash]);
      count += 1;
    }
    const made = demoCampaigns.flatMap(({ imageSizes, htmlSizes }) => [imageSizes, htmlSizes]);
    expect(count).toBe(made.flat().length);
    await db.close();
  });

  it('shows the passwords of the accounts that it made, and stops at Ctrl-C', async () => {
    [, password = ''] = await program.printed(/^\s+operator\s+operator@adgate\.example\s+(\S+)$/m);
    expect(await stop(program)).toBe(0);
  });

  it('keeps everything at a later start, and shows no password again', async () => {
    await again({ ADGATE_LOG_LEVEL: 'info' });
    expect(program.output()).not.toMatch(/operator@adgate\.example/);
    const json = { email: 'operator@adgate.example', password };
    const login = await send(`${url}/auth/login`, { json });
    expect([login.status, login.body.user.roles]).toEqual([200, ['operator']]);
    const after = (await findBoxes(url, [[300, 250]])).body.data[0];
    expect(after.placementId).toBe(placementId);
  });

  it('prints a link to the panel at every start', () => openPanel());

  it('starts a gateway that dies again, at its port; the database goes on', async () => {
    const [, pid = ''] = await program.printed(/"pid":(\d+),"url":"[^"]+","msg":"ready"/);
    process.kill(Number(pid), 'SIGABRT');
    await program.printed(/the gateway is back/);
    expect((await findBoxes(url, [[300, 250]])).body.data).toHaveLength(1);
    expect(program.output()).not.toMatch(/database ended/);
  });

  it('recovers after a kill of everything, and leaves no database behind', async () => {
    program.kill('SIGKILL');
    await program.exited;
    await again();
    expect((await findBoxes(url, [[300, 250]])).body.data).toHaveLength(1);
  });

  it('finishes what is under way at Ctrl-C: no request that was taken fails', async () => {
    let isStopping = false;
    const answers = { good: 0, failed: 0 };
    const keepAsking = async () => {
      for (;;) {
        try {
          const { status } = await findBoxes(url, [[300, 250]]);
          if (status === 200) answers.good += 1;
          else answers.failed += 1;
        } catch {
          // Once it has stopped listening, connections are refused: those requests were never taken.
          if (!isStopping) answers.failed += 1;
          return;
        }
      }
    };
    const asking = Array.from({ length: 16 }, keepAsking);
    await send(`${url}/health`);
    isStopping = true;
    expect(await stop(program)).toBe(0);
    await Promise.all(asking);
    expect(answers.good).toBeGreaterThan(0);
    expect(answers.failed).toBe(0);
    expect(program.output()).not.toMatch(/"level":(50|60)/);
  });
});

/** Two at once; the tests go on with them, too. */
describe('npm start without the demo', () => {
  const folder = aFolder();
  let one: Awaited<ReturnType<typeof startReady>>;

  it('runs beside another one with its own port and folder', async () => {
    const [first, two] = await Promise.all(
      [folder, aFolder()].map((path) => startReady({ ADGATE_DEMO: '0', ADGATE_DATA_DIR: path })),
    );
    one = first!;
    expect(one.url).not.toBe(two!.url);
    for (const { url } of [one, two!])
      expect((await send(`${url}/health`)).body).toEqual({
        status: 'ready',
        exchangeRate: 'missing',
      });
    expect(await stop(two!.program)).toBe(0);
  });

  it('prints a link to make the first operator with', async () => {
    const [link] = await one.program.printed(/http:\S+\/auth\/first-operator\/\S+/);
    const page = await send(link);
    expect([page.status, page.body]).toEqual([
      200,
      expect.stringContaining('Make the first operator'),
    ]);
  });

  it('has no ads and no page of them', async () => {
    expect((await findBoxes(one.url, [[300, 250]])).body.data).toEqual([]);
    expect((await send(`${one.url}/demo`)).status).toBe(404);
    expect(one.program.output()).not.toMatch(/curl|\/demo/);
  });

  it('says so when its data folder is another one’s, and leaves that one alone', async () => {
    const second = start({ ADGATE_DATA_DIR: folder, ADGATE_DEMO: '0' });
    expect((await second.exited).code).toBe(1);
    expect(second.output().trim().split('\n').at(-1)).toMatch(
      /is another Adgate using it\? Set ADGATE_DATA_DIR/,
    );
    expect((await send(`${one.url}/health`)).status).toBe(200);
  });

  it('promises no ad where it made no demo because the database is in use', async () => {
    await stop(one.program);
    const { program } = await startReady({ ADGATE_DATA_DIR: folder });
    expect(program.output()).not.toMatch(/curl|\/demo|@adgate\.example/);
    await stop(program);
  });

  it('answers 503 at /health until it is ready', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port: database } = silent.address() as AddressInfo;
    const port = await aFreePort();
    const program = start({ PORT: String(port), MONGODB_URI: `mongodb://127.0.0.1:${database}` });
    const reply = await firstAnswer(`http://127.0.0.1:${port}/health`);
    expect([reply.status, reply.body.status]).toEqual([503, 'starting']);
    program.kill('SIGKILL');
    await program.exited;
    silent.close();
  });
});

describe('npm start that cannot', () => {
  type Env = Record<string, string>;
  type CannotStart = [what: string, env: () => Env | Promise<Env>, message: RegExp];

  async function expectRefusal(program: Program, message: RegExp): Promise<void> {
    expect((await program.exited).code).toBe(1);
    const lines = program.output().trim().split('\n');
    expect([lines.length, lines[0]]).toEqual([1, expect.stringMatching(message)]);
  }

  // It looks for a server for 10 seconds: beside the others.
  let withoutDatabase: Program;
  beforeAll(async () => {
    withoutDatabase = start({
      MONGODB_URI: `mongodb://127.0.0.1:${await aFreePort()}`,
      ...usualPatience,
    });
  });

  it.each<CannotStart>([
    [
      'take its port',
      async () => ({ PORT: String(await aTakenPort()) }),
      /port \d+ is taken: set PORT/,
    ],
    [
      'write its data folder',
      () => ({ ADGATE_DATA_DIR: anUnwritableFolder() }),
      /set ADGATE_DATA_DIR/,
    ],
    [
      'make its data folder',
      () => ({ ADGATE_DATA_DIR: join(aFile(), 'data') }),
      /set ADGATE_DATA_DIR/,
    ],
    [
      'make a folder in a file system that has none',
      () => ({ ADGATE_DATA_DIR: existsSync('/proc/self') ? '/proc/adgate/x' : join(aFile(), 'x') }),
      /set ADGATE_DATA_DIR/,
    ],
    ...[
      ['with half an address', 'mongodb://[::1'],
      ['with a bad port', 'mongodb://127.0.0.1:99999'],
      ['with an option that is none', 'mongodb://127.0.0.1/?nonsense=1'],
      ['with a name that no server has', 'mongodb+srv://nope.invalid'],
    ].map(([what, MONGODB_URI = '']): CannotStart => {
      const message = /the database cannot be used: .*; check MONGODB_URI$/;
      return [
        `use a database URI ${what}`,
        () => ({ MONGODB_URI, ADGATE_DEV_LEDGER: '0' }),
        message,
      ];
    }),
    [
      'log in to the database',
      () => ({ MONGODB_URI: withCredentials('somebody', 'secret') }),
      /^(?!.*secret)adgate: the database cannot be used: .*; check MONGODB_URI$/,
    ],
    [
      'listen on a host of no address',
      () => ({ ADGATE_HOST: 'nope.invalid' }),
      /ADGATE_HOST is not an address of this machine/,
    ],
    ['understand a setting', () => ({ ADGATE_DATADIR: '/tmp' }), /ADGATE_DATADIR is not a setting/],
    ['read a setting', () => ({ PORT: 'many' }), /PORT must be a whole number/],
  ])('%s says so in one line and exits with 1', async (_case, env, message) => {
    await expectRefusal(start(await env()), message);
  });

  it('reach the database says so in one line and exits with 1', () =>
    expectRefusal(withoutDatabase, /the database does not answer.*MONGODB_URI/));
});

function embeddedUri(dataFolder: string): string {
  return `mongodb://${encodeURIComponent(join(dataFolder, 'database.sock'))}/?directConnection=true`;
}

function withCredentials(username: string, password: string): string {
  return Object.assign(new URL(process.env['MONGODB_TEST_URI']!), { username, password }).href;
}

async function aTakenPort(): Promise<number> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  holders.add(holder);
  return (holder.address() as AddressInfo).port;
}

async function aFreePort(): Promise<number> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as AddressInfo;
  await new Promise((resolve) => holder.close(resolve));
  return port;
}

function aFile(): string {
  const file = aFolder();
  writeFileSync(file, '');
  return file;
}

/** Root may write everywhere but into the kernel's own file systems. */
function anUnwritableFolder(): string {
  if (process.getuid?.() === 0 && existsSync('/sys/kernel')) return '/sys/adgate';
  const folder = mkdtempSync(join(folders, 'locked-'));
  chmodSync(folder, 0o500);
  expect(readdirSync(folder)).toEqual([]);
  return folder;
}

/** The first answer of a server that is about to listen. */
async function firstAnswer(url: string) {
  for (;;) {
    try {
      return await send(url);
    } catch {
      // To ask without a pause would take a core from the programs that start.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
