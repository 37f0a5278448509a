import { createSecretKey } from 'node:crypto';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkSecretFiles } from '../../../src/cli/doctor/file-checks';
import { checkSecrets, checkTokenKeys } from '../../../src/cli/doctor/key-checks';
import { checkReach } from '../../../src/cli/doctor/reach-checks';
import { checkShardKeys } from '../../../src/cli/doctor/shard-check';
import { parseConfig } from '../../../src/config';
import { generateTokenKey } from '../../../src/identity/oauth/tokens/token-keys';
import { openDatabase } from '../../../src/platform/database/connection';
import { shardKeys } from '../../../src/cli/db/shard-keys';
import { checkMachine } from '../../../src/platform/findings/machine-checks';
import { keyPurposes } from '../../../src/platform/keys/signing-key.store';
import { type FakeMongos, startFakeMongos } from '../../support/fake-mongos';
import { startSmtpServer } from '../../support/smtp-server';
import { temporaryFolder } from '../support';

const itOnLinux = process.platform === 'linux' ? it : it.skip;
const now = new Date('2026-11-23T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

describe('keys of access tokens', () => {
  it('are well while the one that signs is not old, however old others are', () => {
    const keys = [generateTokenKey(daysAgo(500), 'RS256'), generateTokenKey(daysAgo(30), 'ES256')];
    expect(checkTokenKeys(keys, now)).toMatchObject({
      state: 'ok',
      message: `ES256 signs since ${daysAgo(30).toISOString()}, 1 older ones verify`,
    });
  });

  it('are to be replaced after a year', () => {
    expect(checkTokenKeys([generateTokenKey(daysAgo(400), 'ES256')], now)).toMatchObject({
      state: 'warning',
      remedy: 'adgate key rotate',
    });
  });

  it('are a problem where there is none, or one that cannot be read', () => {
    const broken = { ...generateTokenKey(now, 'ES256'), privateKey: Buffer.from('not a key') };
    expect(checkTokenKeys([], now).state).toBe('problem');
    expect(checkTokenKeys([generateTokenKey(now, 'ES256'), broken], now)).toMatchObject({
      state: 'problem',
      remedy: expect.stringContaining('adgate db restore'),
    });
  });

  it('have secrets of 32 bytes beside them', () => {
    const ringsOf = (bytes: number) =>
      new Map(
        keyPurposes.map((one) => [
          one,
          [{ keyId: 1, secret: createSecretKey(Buffer.alloc(bytes)) }],
        ]),
      );
    expect(checkSecrets(ringsOf(32)).state).toBe('ok');
    expect(checkSecrets(ringsOf(31)).state).toBe('problem');
    expect(checkSecrets(new Map([...ringsOf(32), ['cursors', []]]))).toMatchObject({
      state: 'problem',
      message: 'missing: cursors',
    });
  });
});

describe('files with secrets', () => {
  it.each([
    ['ADGATE_SETTINGS_FILE', 'settings file', 0o644, 0o640],
    ['ADGATE_SETTINGS_FILE', 'settings file', 0o664, 0o640],
    ['ADGATE_WALLET_FILE', 'wallet file', 0o640, 0o600],
  ])('%s: the %s of mode %o is to have %o', (name, check, mode, wanted) => {
    const path = join(temporaryFolder(), 'file');
    writeFileSync(path, 'secret');
    chmodSync(path, mode);
    const look = (mayFix: boolean) => checkSecretFiles({ [name]: path }, { mayFix });
    expect(look(false)).toEqual([
      expect.objectContaining({
        ...{ check, state: 'warning' },
        remedy: `chmod 0${wanted.toString(8)} ${path}`,
      }),
    ]);
    expect(statSync(path).mode & 0o777).toBe(mode);
    expect(look(true)[0]?.state).toBe('ok');
    expect(statSync(path).mode & 0o777).toBe(wanted);
    expect(look(false)[0]?.state).toBe('ok');
  });

  it('that are not there are a problem, and none that are not named', () => {
    const env = { ADGATE_WALLET_FILE: join(temporaryFolder(), 'none') };
    expect(checkSecretFiles(env, { mayFix: true })[0]?.state).toBe('problem');
    expect(checkSecretFiles({}, { mayFix: true })).toEqual([]);
  });

  // Of these nobody changes the rights, root neither.
  itOnLinux('and a data folder that belong to somebody else are told of, not mended', async () => {
    const env = { ADGATE_WALLET_FILE: '/proc/self/limits', ADGATE_DATA_DIR: '/proc/self/task' };
    const found = [
      ...checkSecretFiles(env, { mayFix: true }),
      ...(await checkMachine(parseConfig(env), { mayFix: true })),
    ];
    expect(found.filter(({ remedy }) => remedy?.startsWith('chmod'))).toMatchObject([
      { check: 'wallet file', state: 'warning', remedy: 'chmod 0400 /proc/self/limits' },
      { check: 'data folder', state: 'warning', remedy: 'chmod 700 /proc/self/task' },
    ]);
  });
});

describe('what the settings name elsewhere', () => {
  const find = async (env: Readonly<Record<string, string>>, check: string) =>
    (await checkReach(parseConfig(env))).find((finding) => finding.check === check);

  it.each([
    ['a gateway', 200, '{"status":"ready"}', 'ok'],
    ['a gateway that starts', 503, '{"status":"starting"}', 'warning'],
    ['something else', 200, '<html></html>', 'warning'],
    ['a redirect', 302, '', 'warning'],
  ])('is %s at the public URL', async (_case, status, body, state) => {
    const server = createServer((_req, res) => {
      res.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end(body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on TCP has an address of this form.
    const { port } = server.address() as AddressInfo;
    const found = await find(
      { ADGATE_PUBLIC_URL: `http://127.0.0.1:${port}` },
      'public URL answers',
    );
    server.close();
    server.closeAllConnections();
    expect(found?.state).toBe(state);
  });

  it('is nobody at the public URL', async () => {
    expect(
      await find({ ADGATE_PUBLIC_URL: 'http://127.0.0.1:1' }, 'public URL answers'),
    ).toMatchObject({ state: 'warning', remedy: expect.stringContaining('start a gateway') });
  });

  it('is a mail server, or none', async () => {
    const { url } = await startSmtpServer();
    const mailOf = (smtpUrl: string) =>
      find({ ADGATE_SMTP_URL: smtpUrl, ADGATE_MAIL_FROM: 'Ads <ads@ads.example>' }, 'mail');
    expect(await mailOf(url)).toMatchObject({ state: 'ok' });
    expect(await mailOf('smtp://127.0.0.1:1')).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await find({}, 'mail')).toMatchObject({ state: 'warning' });
  });
});

describe('shard keys', () => {
  let mongos: FakeMongos;
  beforeEach(async () => {
    mongos = await startFakeMongos();
  });
  afterEach(() => mongos.close());

  async function look() {
    const db = await openDatabase(mongos.uri);
    try {
      return await checkShardKeys(db.db!, { isCluster: true });
    } finally {
      await db.close();
    }
  }

  it('are a warning while collections are not divided', async () => {
    expect(await look()).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(/ events, /),
      remedy: 'adgate db shard --apply',
    });
  });

  it('are a problem where one is divided otherwise', async () => {
    mongos.divided.set('ads.campaigns', { _id: 'hashed' });
    expect(await look()).toMatchObject({
      state: 'problem',
      message: 'campaigns is divided by {"_id":"hashed"}, but should be by {"advertiserId":1}',
    });
  });

  it('are well where each is as documented', async () => {
    for (const [name, key] of Object.entries(shardKeys))
      if (key) mongos.divided.set(`ads.${name}`, key);
    expect(await look()).toMatchObject({ state: 'ok' });
  });
});
