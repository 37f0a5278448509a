import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, send, startApp, type TestApp } from '../../support/app';
import { aPng } from '../../support/campaigns';
import { eventually } from '../../support/eventually';
import { aForm, uploadByGraphql, uploadFile } from '../../support/uploads';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await accessToken(app, { scopes: ['campaign.write'] });
});

const folderOf = (of: TestApp) => join(of.ctx.config.dataFolder, 'uploads');
const spooled = () => readdirSync(folderOf(app));
/** Files without a name that this process still has open. */
function openFiles(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folderOf(app));
    } catch {
      // Closed since it was listed.
      return false;
    }
  });
}

/** Files on the disk of uploads, with a name or without. */
const leftovers = () => [...spooled(), ...openFiles()];

/** Nobody tells when a file goes. */
const untilClean = () =>
  eventually(() => {
    expect(leftovers()).toEqual([]);
  }, 5_000);
afterEach(untilClean);

const head =
  '--b\r\nContent-Disposition: form-data; name="medium"\r\n\r\nweb\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: image/png\r\n\r\n';

function begin(path: string, headers: Record<string, string> = {}) {
  const call = request(`${app.url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'multipart/form-data; boundary=b',
      'Apollo-Require-Preflight': 'true',
      ...headers,
    },
  });
  call.on('error', () => undefined);
  return call;
}

const restPath = '/api/v2/campaigns/creative';
const uploadOperation = {
  query: 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { id } }',
  variables: { input: { medium: 'web', type: 'image', file: null } },
};
const operation = `--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${JSON.stringify(
  uploadOperation,
)}\r\n--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{"0":["variables.input.file"]}\r\n--b\r\nContent-Disposition: form-data; name="0"; filename="a"\r\n\r\n`;

function formOfGraphql(megabytes: number): FormData {
  const form = new FormData();
  form.set('operations', JSON.stringify(uploadOperation));
  form.set('map', '{"0":["variables.input.file"]}');
  form.set('0', new Blob([Buffer.alloc(megabytes * 1e6, 7)]), 'a');
  return form;
}

describe.each([
  ['REST', restPath, head],
  ['GraphQL', '/graphql', operation],
])('an upload by %s', (_surface, path, start) => {
  it('is refused or cut off while it goes on without end', async () => {
    const call = begin(path);
    const outcome = new Promise<number | 'cut off'>((resolve) => {
      call.once('response', (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      call.once('error', () => {
        resolve('cut off');
      });
    });
    const maxSent = 64 * 2 ** 20;
    const body = function* () {
      yield Buffer.from(start);
      for (let sent = 0; sent < maxSent; sent += 65_536) yield Buffer.alloc(65_536, 1);
    };
    const sending = pipeline(Readable.from(body()), call).then(
      () => 'all of it was sent',
      () => 'ended early',
    );
    const answer = await outcome;
    call.destroy();
    // GraphQL answers what is wrong with a file by 200.
    expect(['cut off', 413, 422, 200]).toContain(answer);
    expect(await sending).toBe('ended early');
  });

  it.each([9, 50])('of %i MB is answered, whatever is still on its way', async (megabytes) => {
    const form =
      path === restPath ? aForm(Buffer.alloc(megabytes * 1e6, 7)) : formOfGraphql(megabytes);
    for (let tries = 0; tries < 4; tries += 1) {
      const { status } = await fetch(app.url + path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Apollo-Require-Preflight': 'true' },
        body: form,
      });
      expect(status).toBe(413);
    }
  });

  it('is refused by its length alone', async () => {
    const call = begin(path, { 'Content-Length': String(2 ** 31) });
    call.flushHeaders();
    const [response] = (await once(call, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    call.destroy();
    expect(response.statusCode).toBe(413);
  });

  it('leaves nothing when it breaks off', async () => {
    const before = await app.ctx.uploads.models[0]!.countDocuments();
    const call = begin(path);
    call.write(start);
    call.write(Buffer.alloc(100_000, 1));
    if (process.platform === 'linux')
      await eventually(() => {
        expect(leftovers()).not.toEqual([]);
      }, 5_000);
    call.destroy();
    await untilClean();
    expect(await app.ctx.uploads.models[0]!.countDocuments()).toBe(before);
  });
});

describe('a form that lacks what its map names', () => {
  it.each([
    ['its file', '{"0":["variables.input.file"]}', 'is missing'],
    ['a map', '', 'map must be one JSON object'],
  ])('%s, is refused as the client’s fault', async (_what, map, problem) => {
    const form = new FormData();
    form.set('operations', JSON.stringify(uploadOperation));
    form.set('map', map);
    expect(await sendForm(form)).toEqual([400, expect.stringContaining(problem)]);
  });

  it.each([
    'variables.input.medium',
    'variables.none.file',
    'variables.__proto__.file',
    'constructor',
    '',
  ])('a place for it at %j', async (path) => {
    const form = new FormData();
    form.set('operations', JSON.stringify(uploadOperation));
    form.set('map', JSON.stringify({ 0: [path] }));
    form.set('0', new Blob([Uint8Array.from(aPng('300x250'))]), 'a.png');
    expect(await sendForm(form)).toEqual([400, expect.stringContaining('that are null')]);
  });

  async function sendForm(form: FormData): Promise<readonly [number, string]> {
    const { status, body } = await send(`${app.url}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Apollo-Require-Preflight': 'true' },
      body: form,
    });
    return [status, JSON.stringify(body)];
  }
});

it('removes at the start what a killed gateway has left', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'adgate-test-'));
  const folder = join(dataFolder, 'uploads');
  mkdirSync(folder);
  writeFileSync(join(folder, 'adgate-upload-left'), '');
  const other = await startApp({ env: { ADGATE_DATA_DIR: dataFolder } });
  expect(readdirSync(folder)).toEqual([]);
  await other.close();
  rmSync(dataFolder, { recursive: true });
});

describe('a hundred uploads at once', () => {
  it.each([
    ['by REST', uploadFile],
    ['by GraphQL', uploadByGraphql],
  ])('are all taken, or told to come again: %s', async (_surface, upload) => {
    const before = process.memoryUsage.rss();
    const contents = Array.from({ length: 100 }, (_, at) =>
      at % 2 === 0 ? aPng('300x600') : Buffer.alloc(600_000, at),
    );
    // Making them took long: connections that stood idle meanwhile are closed before any is used again.
    await new Promise(setImmediate);
    const replies = await Promise.all(contents.map((content) => upload(app, token, content)));
    const outcomes = replies.map(({ status, body }) => (body.errors ? 'refused' : status));
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(50);
    expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 2 ** 20);
  });
});

describe('an advertiser', () => {
  it('may not have more than a thousand uploads waiting', async () => {
    const poor = await accessToken(app, { scopes: ['campaign.write'], email: 'many@test.example' });
    const { account } = (await app.ctx.accounts.findLogin('many@test.example'))!;
    const now = new Date();
    const waiting = Array.from({ length: 1_000 }, (_, at) => ({
      _id: at.toString(16).padStart(32, '0'),
      advertiserId: account.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
    }));
    const [model] = app.ctx.uploads.models;
    await model!.collection.insertMany(waiting as never);
    const { status, headers } = await uploadFile(app, poor, aPng('300x250'));
    expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
  });
});
