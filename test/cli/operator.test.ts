import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, send, startApp } from '../support/app';
import { runCommandLine } from '../support/command-line';
import { freshDatabase } from '../support/database';
import { startDatabaseProcess } from '../support/processes';
import { runAdgate, temporaryFolder } from './support';

/** Runs a command line in this process; `json` is what `--json` prints. */
async function run(mongodbUri: string, args: readonly string[], stdin: string | null = null) {
  const { exitCode, printed, lines } = await runCommandLine(args, {
    env: { MONGODB_URI: mongodbUri },
    stdin,
  });
  const json = args.includes('--json') ? JSON.parse(printed) : null;
  return { exitCode, printed, lines, json };
}

const password = 'correct horse';
const create = (uri: string, email: string, roles = 'advertiser,publisher') =>
  run(
    uri,
    ['user', 'create', email, '--password-stdin', '--roles', roles, '--json'],
    `${password}\n`,
  );

/** The database that no refused command line changes. */
let sharedUri: string;
beforeAll(async () => {
  sharedUri = await freshDatabase();
  await create(sharedUri, 'taken@cli.example');
});

describe('adgate user', () => {
  it('makes accounts that log in to a running gateway', async () => {
    const mongodbUri = await freshDatabase();
    const app = await startApp({ mongodbUri });
    const { exitCode, json } = await create(mongodbUri, 'Ada@Cli.example');
    expect([exitCode, json]).toEqual([
      0,
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        email: 'ada@cli.example',
        roles: ['advertiser', 'publisher'],
        isEmailConfirmed: true,
        emailChangedAt: null,
        hasPassword: true,
        hasSecondFactor: false,
        secondFactorResetAt: null,
        suspendedReason: null,
        creditLimit: null,
        payoutAddress: null,
        payoutAddressChangedAt: null,
        provenAddresses: [],
        mergedIntoId: null,
        createdAt: expect.stringMatching(/^\d{4}-/),
      },
    ]);
    const { status } = await send(`${app.url}/auth/login`, {
      json: { email: 'ada@cli.example', password },
    });
    expect(status).toBe(200);
  });

  it('makes a password and shows it once, where none is given', async () => {
    const mongodbUri = await freshDatabase();
    const { json, printed } = await run(mongodbUri, ['user', 'create', 'op@cli.example', '--json']);
    expect(json.password).toMatch(/^[\w-]{24}$/);
    expect(printed.split(json.password)).toHaveLength(2);
    const shown = await run(mongodbUri, ['user', 'show', 'op@cli.example']);
    expect(shown.printed).not.toContain(json.password);
    const app = await startApp({ mongodbUri });
    const credentials = { email: 'op@cli.example', password: json.password };
    expect((await send(`${app.url}/auth/login`, { json: credentials })).status).toBe(200);
  });

  it('sets the language of mails', async () => {
    const mongodbUri = await freshDatabase();
    const app = await startApp({ mongodbUri });
    const languageOf = async (email: string, ...args: readonly string[]) => {
      await run(mongodbUri, ['user', 'create', email, '--json', ...args]);
      return (await app.ctx.accounts.findByEmail(email))?.language;
    };
    expect(await languageOf('de@cli.example', '--language', 'de')).toBe('de');
    expect(await languageOf('none@cli.example')).toBeNull();
    const refused = ['user', 'create', 'fr@cli.example', '--language', 'fr'];
    expect((await run(mongodbUri, refused)).exitCode).toBe(2);
  });

  it('lists accounts by email, role and page', async () => {
    const mongodbUri = await freshDatabase();
    for (const name of ['c', 'a', 'b']) await create(mongodbUri, `${name}@cli.example`);
    await create(mongodbUri, 'op@cli.example', 'operator');
    const emails = async (...args: readonly string[]) =>
      (await run(mongodbUri, ['user', 'list', ...args, '--json'])).json.users.map(
        ({ email }: { email: string }) => email[0],
      );
    expect(await emails()).toEqual(['a', 'b', 'c', 'o']);
    expect(await emails('--role', 'operator')).toEqual(['o']);
    expect(await emails('--limit', '2')).toEqual(['a', 'b']);
    expect(await emails('--after', 'B@cli.example', '--limit', '1')).toEqual(['c']);
    const { printed } = await run(mongodbUri, ['user', 'list', '--role', 'operator']);
    expect(printed).toMatch(/^[0-9a-f]{32} {2}op@cli\.example {2}operator\n$/);
  });

  it('suspends and resumes, by email and by id', async () => {
    const mongodbUri = await freshDatabase();
    const app = await startApp({ mongodbUri });
    const token = await logIn(app, 'publisher', 'eve@cli.example');
    const headers = { Authorization: `Bearer ${token}` };
    const check = async () => (await send(`${app.url}/auth/check`, { headers })).status;
    expect(await check()).toBe(200);
    const suspend = ['user', 'suspend', 'eve@cli.example', '--reason', 'fraud', '--json'];
    const { json } = await run(mongodbUri, suspend);
    expect(json.suspendedReason).toBe('fraud');
    expect(await check()).toBe(401);
    const resumed = await run(mongodbUri, ['user', 'resume', json.id, '--json']);
    expect(resumed.json.suspendedReason).toBeNull();
  });

  it('sets roles and credit limits', async () => {
    const mongodbUri = await freshDatabase();
    await create(mongodbUri, 'r@cli.example');
    const role = await run(mongodbUri, [
      ...['user', 'role', 'r@cli.example', '--roles', 'operator, publisher', '--json'],
    ]);
    expect(role.json.roles).toEqual(['publisher', 'operator']);
    const credit = (limit: string) =>
      run(mongodbUri, ['user', 'credit', 'r@cli.example', '--limit', limit, '--json']);
    expect((await credit('92233720.36854775807')).json.creditLimit).toBe('92233720.36854775807');
    expect((await credit('0')).json.creditLimit).toBe('0');
    expect((await credit('unlimited')).json.creditLimit).toBeNull();
  });

  it('sets a password, and makes a link that sets one', async () => {
    const mongodbUri = await freshDatabase();
    const app = await startApp({ mongodbUri });
    await create(mongodbUri, 'p@cli.example');
    const set = ['user', 'password', 'p@cli.example', '--password-stdin', '--json'];
    expect((await run(mongodbUri, set, 'battery staple')).exitCode).toBe(0);
    const canLogIn = async (its: string) =>
      (await send(`${app.url}/auth/login`, { json: { email: 'p@cli.example', password: its } }))
        .status;
    expect([await canLogIn(password), await canLogIn('battery staple')]).toEqual([422, 200]);
    const { json } = await run(mongodbUri, [
      ...['user', 'password', 'p@cli.example', '--reset-link', '--json'],
    ]);
    const token = new URL(json.link).pathname.split('/').at(-1);
    const { status } = await send(`${app.url}/auth/password`, {
      method: 'PATCH',
      json: { user: { token, passwordNew: 'third password' } },
    });
    expect([status, await canLogIn('third password')]).toEqual([200, 200]);
  });

  it('makes a link that opens the panel', async () => {
    const mongodbUri = await freshDatabase();
    const app = await startApp({ mongodbUri });
    await create(mongodbUri, 'panel@cli.example');
    const { json } = await run(mongodbUri, ['user', 'link', 'panel@cli.example', '--json']);
    const path = new URL(json.link).pathname;
    const { status, headers } = await send(app.url + path, {
      headers: { 'Sec-Fetch-Site': 'none' },
    });
    expect([status, headers.get('location')]).toEqual([303, '/panel/']);
    const unknown = await run(mongodbUri, ['user', 'link', 'nobody@cli.example']);
    expect(unknown).toMatchObject({ exitCode: 1, printed: '' });
  });

  it('makes a link to where the gateway of the data folder listens', async () => {
    const mongodbUri = await freshDatabase();
    const app = await startApp({ mongodbUri });
    await create(mongodbUri, 'link@cli.example');
    const args = ['user', 'password', 'link@cli.example', '--reset-link', '--json'];
    const linkWith = async (env: Readonly<Record<string, string>>) => {
      const { printed } = await runCommandLine(args, {
        env: { MONGODB_URI: mongodbUri, ...env },
        stdin: null,
      });
      return new URL(JSON.parse(printed).link).origin;
    };
    const ADGATE_DATA_DIR = app.ctx.config.dataFolder;
    expect(await linkWith({ ADGATE_DATA_DIR })).toBe(app.url);
    const ADGATE_PUBLIC_URL = 'https://ads.example';
    expect(await linkWith({ ADGATE_DATA_DIR, ADGATE_PUBLIC_URL })).toBe(ADGATE_PUBLIC_URL);
    expect(await linkWith({ ADGATE_DATA_DIR: temporaryFolder() })).toBe('http://127.0.0.1:8080');
  });

  it.each([
    [['create', 'nobody', '--password-stdin'], password, 2, '<email> must be an email address'],
    [['create', 'a@cli.example', '--password-stdin'], 'short', 1, 'password must have 10 to 1024'],
    [['create', 'a@cli.example', '--password-stdin'], '\n', 2, 'standard input has no password'],
    [['create', 'a@cli.example', '--password-stdin'], 'a\nb', 2, 'more than one line'],
    [['create', 'a@cli.example', '--roles', 'king'], null, 2, 'no role king: there are'],
    [['create', 'a@cli.example', '--roles', ','], null, 2, 'no role is named'],
    [['create', 'taken@cli.example'], null, 1, 'taken'],
    [['show', 'nobody@cli.example'], null, 1, 'account nobody@cli.example not found'],
    [['show', '0'.repeat(32)], null, 1, `account ${'0'.repeat(32)} not found`],
    [['list', '--role', 'king'], null, 2, '--role must be one of'],
    [['list', '--limit', '0'], null, 2, '--limit must be'],
    [['list', '--limit', '1001'], null, 2, '--limit must be'],
    [
      ['suspend', 'nobody@cli.example', '--reason', 'x'],
      null,
      1,
      'account nobody@cli.example not found',
    ],
    [['suspend', 'taken@cli.example', '--reason', ' '], null, 2, '--reason must have 1 to 500'],
    [['suspend', 'taken@cli.example', '--reason', 'x'.repeat(501)], null, 2, '--reason must have'],
    [['resume', 'nobody@cli.example'], null, 1, 'account nobody@cli.example not found'],
    [['password', 'taken@cli.example'], null, 2, 'either --password-stdin or --reset-link'],
    [['password', 'taken@cli.example', '--password-stdin'], 'short', 1, 'password must have'],
    [['role', 'taken@cli.example', '--roles', 'king'], null, 2, 'no role king'],
    [['credit', 'taken@cli.example', '--limit', '-1'], null, 2, '--limit needs <coins>'],
    [['credit', 'taken@cli.example', '--limit=-1'], null, 2, '--limit must be coins'],
    [['credit', 'taken@cli.example', '--limit', '1e3'], null, 2, '--limit must be coins'],
  ])('answers `user %j` with one line', async (args, stdin, exitCode, line) => {
    const result = await run(sharedUri, ['user', ...args], stdin);
    expect(result).toMatchObject({ exitCode, printed: '', lines: [expect.stringContaining(line)] });
  });

  it('says what is wrong with a password once', async () => {
    const args = ['user', 'password', 'taken@cli.example', '--password-stdin'];
    const { lines } = await run(sharedUri, args, 'short');
    expect(lines).toEqual(['password must have 10 to 1024 characters']);
  });
});

describe('adgate client, key and token', () => {
  const unknownId = '00000000-0000-4000-8000-000000000000';
  const scopes = 'campaign.read campaign.write';

  it('registers a client that gets tokens, and ends them', async () => {
    const mongodbUri = await freshDatabase();
    const app = await startApp({ mongodbUri });
    const { json: owner } = await create(mongodbUri, 'owner@cli.example');
    const { json: client } = await run(mongodbUri, [
      ...['client', 'create', 'Reporting', '--owner', 'owner@cli.example'],
      ...['--redirect-uri', 'https://app.example/cb', '--scopes', scopes, '--json'],
    ]);
    expect(client).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Reporting',
      ownerId: owner.id,
      isPublic: false,
      redirectUris: ['https://app.example/cb'],
      scopes: scopes.split(' '),
      createdAt: expect.any(String),
      secret: expect.stringMatching(/^[\w-]{43}$/),
    });
    const tokenStatus = async (client_secret: string) =>
      (
        await send(`${app.url}/oauth/token`, {
          json: { grant_type: 'client_credentials', client_id: client.id, client_secret },
        })
      ).status;
    expect(await tokenStatus(client.secret)).toBe(200);

    const listed = await run(mongodbUri, ['client', 'list', '--json']);
    expect(listed.json.clients).toHaveLength(1);
    expect(listed.printed).not.toContain(client.secret);

    const rotated = await run(mongodbUri, ['client', 'rotate-secret', client.id, '--json']);
    expect(rotated.json.secret).not.toBe(client.secret);
    const undashed = client.id.replaceAll('-', '');
    expect((await run(mongodbUri, ['client', 'delete', undashed])).exitCode).toBe(0);
    expect((await run(mongodbUri, ['client', 'list'])).printed).toBe('no clients\n');
  });

  it('registers public clients without a secret', async () => {
    const mongodbUri = await freshDatabase();
    await create(mongodbUri, 'owner@cli.example');
    const { json } = await run(mongodbUri, [
      ...['client', 'create', 'App', '--owner', 'owner@cli.example', '--public', '--json'],
      ...[
        '--redirect-uri',
        'http://127.0.0.1/cb com.example.app:/cb',
        '--scopes',
        'site.read,site.write',
      ],
    ]);
    expect(json).toMatchObject({
      secret: null,
      isPublic: true,
      scopes: ['site.read', 'site.write'],
    });
    expect(json.redirectUris).toHaveLength(2);
  });

  it('rotates keys: the new one signs, the old one goes on verifying, unless it shall not', async () => {
    const mongodbUri = await freshDatabase();
    const list = async () =>
      (await run(mongodbUri, ['key', 'list', '--json'])).json.keys as {
        keyId: string;
        verifiesUntil: string | null;
      }[];
    const [first] = await list();
    const { json } = await run(mongodbUri, ['key', 'rotate', '--json']);
    const keys = await list();
    expect(keys.map(({ keyId }) => keyId)).toEqual([first!.keyId, json.keyId]);
    expect(keys.map(({ verifiesUntil }) => verifiesUntil === null)).toEqual([false, true]);
    await run(mongodbUri, ['key', 'rotate', '--end-others']);
    const signedWith = async (...args: readonly string[]) =>
      (await run(mongodbUri, ['key', 'rotate', ...args, '--json'])).json.algorithm as string;
    expect(await signedWith('--algorithm', 'RS256')).toBe('RS256');
    expect(await signedWith('--end-others', '--algorithm', 'ES256')).toBe('ES256');
    const [only, ...others] = await list();
    expect(others).toEqual([]);
    expect([first!.keyId, json.keyId]).not.toContain(only!.keyId);
  });

  it('knows two algorithms', async () => {
    const result = await run(sharedUri, ['key', 'rotate', '--algorithm', 'none']);
    expect(result).toMatchObject({
      exitCode: 2,
      lines: ['--algorithm must be ES256 or RS256'],
    });
  });

  it.each([
    [
      ['client', 'create', 'X', '--owner', 'nobody@cli.example', '--scopes', scopes],
      1,
      'account nobody@cli.example not found',
    ],
    [['client', 'create', 'X', '--owner', 'taken@cli.example', '--scopes', 'king'], 2, 'scopes'],
    [['client', 'create', 'X', '--owner', 'taken@cli.example', '--scopes', '*'], 2, 'scopes'],
    [
      [
        ...['client', 'create', 'X', '--owner', 'taken@cli.example', '--scopes', scopes],
        ...['--redirect-uri', 'javascript:alert(1)'],
      ],
      2,
      '--redirect-uri.0',
    ],
    [
      ['client', 'create', 'X', '--owner', 'taken@cli.example', '--scopes', scopes, '--public'],
      2,
      '--redirect-uri',
    ],
    [['client', 'rotate-secret', unknownId], 1, `confidential client ${unknownId} not found`],
    [['client', 'delete', unknownId], 1, `client ${unknownId} not found`],
    [['token', 'revoke', 'nonsense'], 2, 'no id of a token'],
    [['peer', 'show', 'nonsense'], 2, '<address> must be an account of the ledger'],
    [['settlement', 'pause', '--reason', ' '], 2, '--reason must have 1 to 500'],
  ])(
    'answers %j with one line: 2 where the line is wrong, else 1',
    async (args, exitCode, line) => {
      const result = await run(sharedUri, args);
      expect(result).toMatchObject({
        exitCode,
        printed: '',
        lines: [expect.stringContaining(line)],
      });
    },
  );
});

describe('adgate on an embedded database', () => {
  const createArgs = ['user', 'create', 'op@cli.example', '--roles', 'operator', '--json'];

  it('works before the first start and between starts', async () => {
    const env = { ADGATE_DATA_DIR: temporaryFolder() };
    const made = await runAdgate([...createArgs, '--password-stdin'], env, [], password);
    expect([made.exitCode, made.stderr]).toEqual([0, '']);
    const shown = await runAdgate(['user', 'show', 'op@cli.example', '--json'], env);
    expect(JSON.parse(shown.stdout)).toMatchObject(JSON.parse(made.stdout) as object);
  });

  it('works while a gateway runs the database', async () => {
    const dataFolder = temporaryFolder();
    const env = { ADGATE_DATA_DIR: dataFolder };
    await startDatabaseProcess(`${dataFolder}/database`, `${dataFolder}/database.sock`);
    const made = await runAdgate(createArgs, env);
    expect([made.exitCode, made.stderr]).toEqual([0, '']);
    const listed = await runAdgate(['user', 'list', '--json'], env);
    expect(JSON.parse(listed.stdout).users).toHaveLength(1);
  });

  it('says that there is no database where nobody made one', async () => {
    const dataFolder = temporaryFolder();
    const { exitCode, stderr } = await runAdgate(['user', 'list'], { ADGATE_DATA_DIR: dataFolder });
    expect([exitCode, stderr]).toEqual([
      1,
      `adgate: there is no database in ${dataFolder}: set ADGATE_DATA_DIR to the gateway's data folder, or give --uri\n`,
    ]);
  });
});
