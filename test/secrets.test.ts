import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { createApp } from '../src/assembly/app';
import type { ServiceContext } from '../src/api/context';
import { createMailer } from '../src/platform/mail/mailer';
import { type Reply, send, startApp } from './support/app';
import { runAdgate, temporaryFolder } from './cli/support';
import { freshDatabase } from './support/database';
import { type DatabaseProxy, startDatabaseProxy } from './support/fault-proxy';
import { usualPatience } from './support/patience';
import { startGatewayProcess, type TestProcess } from './support/processes';
import { startSmtpServer, tokenOf, type SmtpServer } from './support/smtp-server';

const folder = mkdtempSync(join(tmpdir(), 'adgate-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a gateway that logs everything', () => {
  /** Values that nobody may read in a log or an error. */
  const secrets = new Map<string, string>();
  /** Every body that was answered to who had no right to a secret. */
  const errors: string[] = [];
  let gateway: TestProcess;
  let smtp: SmtpServer;
  let mongodbUri: string;
  let proxy: DatabaseProxy;

  beforeAll(async () => {
    smtp = await startSmtpServer();
    mongodbUri = await freshDatabase();
    proxy = await startDatabaseProxy(mongodbUri);
    gateway = await startGatewayProcess({
      mongodbUri: proxy.uri,
      dataFolder: folder,
      env: {
        ADGATE_LOG_LEVEL: 'debug',
        ADGATE_REGISTRATION: '1',
        ...usualPatience,
        ...smtp.env,
        ADGATE_SMTP_URL: smtp.url.replace('//', '//mail-user:mail-password@'),
      },
    });
    secrets.set('password of the mail server', 'mail-password');
  });
  afterAll(() => proxy.close());

  const secret = (name: string, value: unknown): string => {
    expect(typeof value).toBe('string');
    expect(String(value).length).toBeGreaterThan(7);
    secrets.set(name, String(value));
    return String(value);
  };
  const note = (reply: Reply): Reply => {
    if (reply.status >= 400) errors.push(JSON.stringify(reply.body));
    return reply;
  };
  const post = async (path: string, json: unknown, token?: string) =>
    note(
      await send(`${gateway.ready}${path}`, {
        json,
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      }),
    );
  const patch = async (path: string, json: unknown, token = '') =>
    note(
      await send(`${gateway.ready}${path}`, {
        method: 'PATCH',
        json,
        headers: { Authorization: `Bearer ${token}` },
      }),
    );
  const email = 'secret@log.example';

  async function useAccounts(): Promise<string> {
    const password = secret('password', 'hunter2-hunter2');
    await post('/auth/register', { user: { email, password } });
    const confirmation = secret('confirmation token', tokenOf(await smtp.received(1)));
    const activation = { user: { emailConfirmToken: confirmation, passwordNew: password } };
    await post('/auth/email/activate', activation);
    await post('/auth/email/activate', activation);
    await post('/auth/login', { email, password: secret('wrong password', 'wrong-hunter2') });
    await post('/auth/login', { email: secret('password as email', 'typed-in-the-wrong-field') });
    const { body } = await post('/auth/login', { email, password });
    const apiToken = secret('API token', body.apiToken);
    const newPassword = secret('new password', 'hunter3-hunter3');
    await patch(
      '/auth/self',
      { user: { passwordOld: 'wrong', passwordNew: newPassword } },
      apiToken,
    );
    await post('/auth/recovery', { email });
    const reset = secret('reset token', tokenOf(await smtp.received(2)));
    await send(`${gateway.ready}/auth/recovery/${reset}`);
    await patch('/auth/password', { user: { token: reset, passwordNew: newPassword } });
    await patch('/auth/password', { user: { token: reset, passwordNew: newPassword } });
    const again = await post('/auth/login', { email, password: newPassword });
    return secret('second API token', again.body.apiToken);
  }

  async function useTokens(apiToken: string): Promise<void> {
    const { stdout } = await runAdgate(
      [
        ...['client', 'create', 'Log', '--owner', email, '--scopes', 'campaign.read', '--json'],
        ...['--redirect-uri', 'http://127.0.0.1/cb'],
      ],
      { MONGODB_URI: mongodbUri, ADGATE_DATA_DIR: temporaryFolder() },
    );
    const client = JSON.parse(stdout);
    const credentials = {
      client_id: client.id,
      client_secret: secret('client secret', client.secret),
    };
    await post('/oauth/token', { grant_type: 'client_credentials', ...credentials });
    const { body } = await post('/oauth/token', {
      grant_type: 'client_credentials',
      ...credentials,
    });
    const accessToken = secret('access token', body.access_token);
    await post('/oauth/token', {
      ...credentials,
      grant_type: 'refresh_token',
      refresh_token: secret('refresh token', 'no-such-refresh-token'),
    });
    await post('/oauth/introspect', { ...credentials, token: accessToken });
    await post('/oauth/revoke', { ...credentials, token: accessToken });
    const query = `{ viewer(token: "${apiToken}") { id } }`;
    await post('/graphql', { query }, accessToken);
    const made = await post('/auth/personal-access-tokens', { name: 'ci', scopes: [] }, apiToken);
    const personal = secret('personal access token', made.body.accessToken);
    note(await send(`${gateway.ready}/auth/check?token=${personal}`));
  }

  it('writes no password and no token into it, nor into an error, database away or not', async () => {
    const apiToken = await useAccounts();
    await useTokens(apiToken);
    proxy.cut();
    const password = secrets.get('password');
    expect((await post('/auth/login', { email, password })).status).toBe(503);
    expect((await post('/graphql', { query: '{ viewer { id } }' }, apiToken)).status).toBe(503);
    await post('/auth/recovery', { email });
    await gateway.stop();
    const log = gateway.output();
    expect(log).toContain('"msg":"draining"');
    for (const [name, value] of secrets) {
      expect([name, log.includes(value)]).toEqual([name, false]);
      expect([name, errors.some((body) => body.includes(value))]).toEqual([name, false]);
    }
    expect(secrets.size).toBeGreaterThanOrEqual(13);
  });
});

describe('an error of ours', () => {
  it('is logged by the path of its record, not by what the caller had in it', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
    const { ctx } = await startApp();
    const find = () => Promise.reject(new Error('inside'));
    const mailTokens = { ...ctx.mailTokens, find };
    const changed = Object.assign(Object.create(ctx) as ServiceContext, { log, mailTokens });
    const app = await createApp(changed);
    const server = createHttpServer(app.listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { status } = await send(`http://127.0.0.1:${port}/auth/recovery/SECRET-TOKEN`);
    server.close();
    await app.close();
    expect([status, lines]).toEqual([500, [expect.stringContaining('/auth/recovery/:token')]]);
    expect(lines.join()).not.toContain('SECRET-TOKEN');
  });
});

describe('the mailer', () => {
  it('logs that a mail was not sent, and nothing of what was in it', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const lines: string[] = [];
    const logged = Promise.withResolvers<undefined>();
    const log = pino(
      { level: 'debug' },
      {
        write: (line: string) => {
          lines.push(line);
          logged.resolve(undefined);
        },
      },
    );
    const mailer = createMailer({
      smtpUrl: `smtp://user:mail-password@127.0.0.1:${port}`,
      from: 'a@ads.example',
      log,
      retryAfterMs: [1],
    });
    mailer.enqueue(() =>
      Promise.resolve({ to: 'b@ads.example', subject: 'x', text: 'https://a.example/LINK-TOKEN' }),
    );
    await logged.promise;
    await mailer.close();
    server.close();
    expect(lines).toEqual([expect.stringContaining('a mail was not sent')]);
    expect(lines.join()).not.toMatch(/LINK-TOKEN|mail-password/);
  });
});
