import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { accessToken, send, startApp, type TestApp } from '../support/app';
import { aPng } from '../support/campaigns';
import { canMakeDisks, smallDisk } from '../support/small-disk';
import { uploadByGraphql, uploadFile } from '../support/uploads';

const image = aPng('300x250');

/** From now on whoever wants to write a file of an upload fails for it. */
function removeUploadFolder(app: TestApp): void {
  rmSync(join(app.ctx.config.dataFolder, 'uploads'), { recursive: true });
}

describe('a disk that is nearly full', () => {
  it('takes no uploads, and nothing of them reaches it', async () => {
    const app = await startApp({ env: { ADGATE_RESERVED_DISK_MIB: '999999999' } });
    const token = await accessToken(app, { scopes: ['campaign.write'] });
    removeUploadFolder(app);
    const rest = await uploadFile(app, token, image, { type: 'image' });
    expect([rest.status, rest.headers.get('retry-after')]).toEqual([503, '600']);
    expect(rest.body.message).toMatch(/^the disk is nearly full/);
    const graphql = await uploadByGraphql(app, token, image);
    expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '600']);
  });

  it('is told at /health of a gateway that goes on', async () => {
    const app = await startApp({ env: { ADGATE_RESERVED_DISK_MIB: '999999999' } });
    const { status, body } = await send(`${app.url}/health`);
    const reason = 'the disk is nearly full: uploads are not taken';
    expect([status, body]).toEqual([200, { status: 'ready', reason, exchangeRate: 'missing' }]);
  });
});

(canMakeDisks ? describe : describe.skip)('a disk that is full', () => {
  it('says so to who sends a file, and at /health', async () => {
    const app = await startApp({
      env: { ADGATE_DATA_DIR: smallDisk('1m'), ADGATE_RESERVED_DISK_MIB: '0' },
    });
    const token = await accessToken(app, { scopes: ['campaign.write'] });
    const tooMuch = Buffer.alloc(2 * 2 ** 20);
    const { status, headers, body } = await uploadFile(app, token, tooMuch);
    expect([status, headers.get('retry-after'), body.message]).toEqual([
      503,
      '60',
      'the disk is full',
    ]);
    const health = await send(`${app.url}/health`);
    expect([health.status, health.body.reason]).toEqual([200, 'the disk is full']);
  });
});

describe('a disk that fails while a file is received', () => {
  it('is not the client’s fault', async () => {
    const app = await startApp();
    const token = await accessToken(app, { scopes: ['campaign.write'] });
    removeUploadFolder(app);
    const { status } = await uploadFile(app, token, image, { type: 'image' });
    expect(status).toBe(500);
  });

  it('is told at /health', async () => {
    const app = await startApp();
    rmSync(app.ctx.config.dataFolder, { recursive: true });
    const { status, body } = await send(`${app.url}/health`);
    expect([status, body]).toEqual([
      200,
      { status: 'ready', reason: 'the disk does not answer', exchangeRate: 'missing' },
    ]);
  });
});
