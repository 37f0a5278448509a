import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { setCampaignStatus } from '../../src/campaigns/campaign.service';
import { send, startApp } from '../support/app';
import { createActiveCampaign } from '../support/campaigns';
import { freshDatabase } from '../support/database';
import { runProgram } from '../support/process';

const folders = mkdtempSync(join(tmpdir(), 'adgate-two-'));
afterAll(() => {
  rmSync(folders, { recursive: true, force: true });
});

async function startGatewayOn(mongodbUri: string) {
  const program = runProgram('src/main.js', {
    env: { PORT: '0', ADGATE_DATA_DIR: join(folders, randomUUID()), MONGODB_URI: mongodbUri },
  });
  const [, url = ''] = await program.printed(/"url":"([^"]+)","msg":"ready"/);
  return { program, url };
}

/** Asks until the number of ads is this one; returns how long that took, in ms. */
async function untilFound(url: string, count: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { body } = await send(`${url}/supply/find`, {
      json: {
        context: { iid: randomUUID(), url: 'https://news.example' },
        placements: [{ id: '1', width: 300, height: 250 }],
      },
    });
    if (body.data.length === count) return performance.now() - startedAt;
  }
}

it('what one process writes, two others serve by within 2 seconds', async () => {
  const mongodbUri = await freshDatabase();
  const gateways = await Promise.all([startGatewayOn(mongodbUri), startGatewayOn(mongodbUri)]);
  const { ctx } = await startApp({ mongodbUri });
  const everywhere = async (count: number) =>
    Math.max(...(await Promise.all(gateways.map(({ url }) => untilFound(url, count)))));
  await everywhere(0);

  const { campaign } = await createActiveCampaign(ctx);
  expect(await everywhere(1)).toBeLessThan(2_000);
  const { id, advertiserId } = campaign;
  await setCampaignStatus(ctx, { id, advertiserId, status: 'inactive' });
  expect(await everywhere(0)).toBeLessThan(2_000);
  await setCampaignStatus(ctx, { id, advertiserId, status: 'active' });
  expect(await everywhere(1)).toBeLessThan(2_000);

  for (const { program } of gateways) program.kill('SIGINT');
  const codes = await Promise.all(gateways.map(async ({ program }) => (await program.exited).code));
  expect(codes).toEqual([0, 0]);
});
