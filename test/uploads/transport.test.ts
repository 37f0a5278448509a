import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, startApp, type TestApp } from '../support/app';
import { aPng } from '../support/campaigns';
import { uploadByGraphql, uploadFile } from '../support/uploads';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await accessToken(app, { scopes: ['campaign.write'] });
});

const spooled = () =>
  readdirSync(tmpdir()).filter((name) => /^(adgate-upload|capacitor)-/.test(name));
/** Files without a name that this process still has open. */
function openFiles(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('adgate-upload-');
    } catch {
      // Closed since it was listed.
      return false;
    }
  });
}

/** What lies on the disk of uploads, with a name or without. */
const leftovers = () => [...spooled(), ...openFiles()];

/** Looks until it is so: nobody tells when a file comes or goes. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isSo(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
  expect(isSo()).toBe(true);
}
const untilClean = () => until(() => leftovers().length === 0);
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
const operation = `--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${JSON.stringify(
  {
    query: 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { id } }',
    variables: { input: { medium: 'web', type: 'image', file: null } },
  },
)}\r\n--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{"0":["variables.input.file"]}\r\n--b\r\nContent-Disposition: form-data; name="0"; filename="a"\r\n\r\n`;

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
    if (process.platform === 'linux') await until(() => leftovers().length > 0);
    call.destroy();
    await untilClean();
    expect(await app.ctx.uploads.models[0]!.countDocuments()).toBe(before);
  });
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
