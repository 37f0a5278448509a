import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import express from 'express';
import { AppError } from '../../src/errors';
import { createFormReader } from '../../src/http/multipart';

const folder = mkdtempSync(join(tmpdir(), 'adgate-files-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Uploads a file to a server whose disk has room when it is asked so often. @returns what came of the form */
async function upload(megabytes: number, timesRoomy: number): Promise<string> {
  let asked = 0;
  const readForm = await createFormReader({
    folder,
    assertRoom: () => {
      asked += 1;
      return asked <= timesRoomy
        ? Promise.resolve()
        : Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'full'));
    },
  });
  const app = express();
  app.post('/', async (req, res) => {
    const limits = { fileField: 'file', maxFieldBytes: 100 };
    const outcome = await readForm(req, res, limits).then(
      () => 'taken',
      (error: unknown) => String(error),
    );
    res.end(outcome);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Safe: a server that listens on TCP has an address of this form.
  const { port } = server.address() as { port: number };
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const call = request({ port, method: 'POST', headers });
  call.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
  call.write(Buffer.alloc(megabytes * 2 ** 20));
  call.end('\r\n--b--\r\n');
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  const [text] = (await once(answer, 'data')) as [Buffer];
  server.closeAllConnections();
  server.close();
  return text.toString();
}

it('a file is taken while the disk has room, and no further', async () => {
  expect(await upload(4, Infinity)).toBe('taken');
  expect(await upload(4, 2)).toBe('AppError: full');
  expect(await upload(0.1, 1)).toBe('taken');
  expect(readdirSync(folder)).toEqual([]);
});
