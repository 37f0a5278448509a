import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { createAccount } from '../../src/accounts/account.service';
import { send, startApp } from '../support/app';
import { aPng } from '../support/campaigns';

it('the README’s lines lead from a log-in to the served ad', async () => {
  const app = await startApp();
  const email = 'advertiser@adgate.example';
  await createAccount(app.ctx, { email, password: 'correct horse', roles: ['advertiser'] });
  const readme = readFileSync('README.md', 'utf8');
  const [, lines] = /^## Campaigns\n.*?```sh\n(.*?)```/ms.exec(readme)!;
  const folder = mkdtempSync(join(tmpdir(), 'adgate-readme-'));
  const content = aPng('300x250');
  writeFileSync(join(folder, 'banner-300x250.png'), content);
  const script = lines!
    .replaceAll('http://127.0.0.1:8080', app.url)
    .replace("PASSWORD='…'", "PASSWORD='correct horse'");
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    cwd: folder,
  });
  rmSync(folder, { recursive: true });
  const { data } = JSON.parse(stdout) as {
    readonly data: readonly { readonly serveUrl: string }[];
  };
  expect(data).toMatchObject([{ id: 'top', type: 'image', scope: '300x250', rpm: 5 }]);
  expect((await send(data[0]!.serveUrl)).status).toBe(200);
});
