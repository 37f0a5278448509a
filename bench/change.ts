import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { withDatabase } from './support/database';
import { postFind, toFindBody } from './support/find-bodies';
import { startGatewayProcess } from './support/gateway';
import { insertInventory, insertOfSize } from './support/inventory';
import { report } from './support/report';
import { median } from './support/statistics';

/**
 * P4d: how soon finds know that a campaign was paused, or runs again: from the database's word that the change is stored,
 * as another gateway makes it, to the first find that says so.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '100000' },
    changes: { type: 'string', default: '20' },
  },
});
/** Nothing else for sale has it. */
const size = { width: 121, height: 61 };
const betweenFindsMs = 5;
/** Nobody waits longer. */
const patienceMs = 30_000;

void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  await insertInventory(db, Number(options.creatives));
  const _id = await insertOfSize(db, `${size.width}x${size.height}`);
  const campaigns = db.db!.collection<{ _id: string }>('campaigns');
  const gateway = await startGatewayProcess(uri, { onAllCores: true });
  try {
    await until(gateway.port, true);
    const times: number[] = [];
    for (let count = 0; count < Number(options.changes); count += 1) {
      const isFound = count % 2 === 1;
      // At any moment between two looks of the gateway.
      await pause(Math.random() * 1_000);
      const status = isFound ? 'active' : 'paused';
      await campaigns.updateOne({ _id }, { $set: { status, updatedAt: new Date() } });
      times.push(await until(gateway.port, isFound));
    }
    const [middle, most] = [median(times), Math.max(...times)];
    report(
      'P4d a changed campaign is found',
      `${(middle / 1_000).toFixed(2)} s, at most ${(most / 1_000).toFixed(2)} s`,
    );
  } finally {
    await gateway.stop();
  }
}

/** Asks until the campaign is found, or is not. @returns how long that took, in ms @throws when it takes too long */
async function until(port: number, isFound: boolean): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < patienceMs) {
    const response = await postFind(port, toFindBody([{ id: '1', ...size, types: ['image'] }]));
    const { data } = (await response.json()) as { readonly data: readonly unknown[] };
    if (data.length > 0 === isFound) return performance.now() - startedAt;
    await pause(betweenFindsMs);
  }
  throw new Error(`after ${patienceMs} ms the campaign is ${isFound ? 'not ' : ''}found`);
}
