import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { send, startApp } from '../support/app';
import { createActiveCampaign } from '../support/campaigns';
import { usualPatience } from '../support/patience';
import { runProgram } from '../support/process';

const folder = mkdtempSync(join(tmpdir(), 'adgate-away-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const startDatabase = async (port = 0) => {
  const args = ['--path', folder, '--port', String(port)];
  const program = runProgram('../packages/embedded-mongodb/dist/src/main.js', { args });
  const [, uri = '', own = ''] = await program.printed(/ready at (mongodb:\S+?:(\d+)\S*)/);
  return { program, uri, port: Number(own) };
};

it('a gateway whose database goes away serves what it knows, keeps events, and recovers by itself', async () => {
  const database = await startDatabase();
  const app = await startApp({ mongodbUri: database.uri, env: usualPatience });
  await createActiveCampaign(app.ctx);
  const find = (url: string) =>
    send(`${app.url}/supply/find`, {
      json: {
        context: { iid: randomUUID(), url },
        placements: [{ id: '1', width: 300, height: 250 }],
      },
    });
  const known = await find('https://known.example');
  expect(known.body.data).toHaveLength(1);

  database.program.kill('SIGKILL');
  await database.program.exited;

  const during = await find('https://known.example');
  expect([during.status, during.body.data.length]).toEqual([200, 1]);
  const unknown = await find('https://unknown.example');
  expect([unknown.status, unknown.body]).toEqual([200, { data: [] }]);
  const view = await send(during.body.data[0].viewUrl, { headers: { Accept: 'application/json' } });
  expect([view.status, view.body]).toEqual([200, { context: [] }]);
  const login = await send(`${app.url}/auth/login`, {
    json: { email: 'a@b.example', password: 'x' },
  });
  expect([login.status, login.headers.get('retry-after')]).toEqual([503, '2']);

  await startDatabase(database.port);
  const recovered = async () => {
    for (;;) {
      const { body } = await find('https://unknown.example');
      if (body.data.length === 1) return true;
    }
  };
  expect(await recovered()).toBe(true);
  const { creativeId, placementId } = during.body.data[0];
  const stored = async () => {
    for (;;) {
      const event = await app.ctx.events.models[0]!.findOne({ creativeId, placementId }).lean();
      if (event) return event;
    }
  };
  expect(await stored()).toMatchObject({ kind: 'impression', creativeId, placementId });
});
