import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { updateCampaign } from '../../src/demand/campaigns/campaign.service';
import { send, startApp } from '../support/app';
import { createActiveCampaign } from '../support/campaigns';
import { addressOf, throughPort } from '../support/database-address';
import { freshDatabase, isEmbedded } from '../support/database';
import { runProgram } from '../support/process';

const folders = mkdtempSync(join(tmpdir(), 'adgate-two-'));
const proxies: Server[] = [];
afterAll(() => {
  for (const proxy of proxies) proxy.close();
  rmSync(folders, { recursive: true, force: true });
});

async function startGatewayOn(mongodbUri: string) {
  const program = runProgram('src/assembly/worker.js', {
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

/** A way to the database on which change streams are refused, as a server without a replica set does. */
async function withoutChangeStreams(mongodbUri: string): Promise<string> {
  const target = addressOf(mongodbUri);
  const proxy = createServer((client) => {
    const server = connect(target);
    client.on('data', (chunk) => {
      const request = chunk.toString('latin1').replaceAll('$changeStream', '$withoutStrea');
      server.write(Buffer.from(request, 'latin1'));
    });
    server.pipe(client);
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.on('error', () => client.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  proxies.push(proxy);
  return throughPort(mongodbUri, (proxy.address() as AddressInfo).port);
}

const ways: [string, (mongodbUri: string) => Promise<string>, RegExp][] = [
  ['by a change stream', (uri) => Promise.resolve(uri), /"msg":"ready"/],
  ['by polling', withoutChangeStreams, /no change stream on this database/],
];

it.each(isEmbedded ? ways : ways.slice(0, 1))(
  'what one process writes, two others serve by within 2 seconds, %s',
  async (_way, reach, said) => {
    const mongodbUri = await freshDatabase();
    const uri = await reach(mongodbUri);
    const gateways = await Promise.all([startGatewayOn(uri), startGatewayOn(uri)]);
    for (const { program } of gateways) expect(program.output()).toMatch(said);
    const { ctx } = await startApp({ mongodbUri });
    const everywhere = async (count: number) =>
      Math.max(...(await Promise.all(gateways.map(({ url }) => untilFound(url, count)))));
    await everywhere(0);

    const { campaign } = await createActiveCampaign(ctx);
    await everywhere(1);
    const { id, advertiserId } = campaign;
    const become = async (status: 'active' | 'inactive', count: number) => {
      await updateCampaign(ctx, { id, advertiserId, changes: { status } });
      return everywhere(count);
    };
    const gone: number[] = [];
    const back: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      gone.push(await become('inactive', 0));
      back.push(await become('active', 1));
    }
    // The best of three: another program may hold the machine for a while.
    expect(Math.min(...gone)).toBeLessThan(2_000);
    expect(Math.min(...back)).toBeLessThan(2_000);

    for (const { program } of gateways) program.kill('SIGINT');
    const ends = await Promise.all(gateways.map(({ program }) => program.exited));
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  },
);
