import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calculateObjectSize } from 'bson';
import { mongo } from 'mongoose';
import { report } from './support/cost';
import { startServer, withFolder } from './support/server';

/** The start on a folder that holds many documents, and the memory that they take. */
const { values: options } = parseArgs({
  options: { documents: { type: 'string', default: '1000000' } },
});

void withFolder(measureStart);

function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

async function measureStart(folder: string): Promise<void> {
  const documents = Number(options.documents);
  const server = await startServer(folder);
  const before = residentBytes(server.pid);
  const client = await mongo.MongoClient.connect(server.ready);
  const collection = client
    .db('bench')
    .collection<{ _id: number; name: string; n: number }>('small');
  for (let from = 0; from < documents; from += 10_000) {
    const batch = Array.from({ length: Math.min(10_000, documents - from) }, (_, i) => ({
      _id: from + i,
      name: `document ${from + i}`,
      n: i % 100,
    }));
    await collection.insertMany(batch);
  }
  const size = calculateObjectSize({ _id: documents, name: `document ${documents}`, n: 0 });
  const loaded = residentBytes(server.pid);
  await client.close();
  await server.stop();
  const start = performance.now();
  const again = await startServer(folder);
  const startMs = performance.now() - start;
  const afterStart = residentBytes(again.pid);
  const stored = statSync(join(folder, 'data', 'data.sqlite')).size;
  await again.stop();
  const each = (bytes: number): string => (bytes / documents).toFixed(0);
  report(
    `start with ${documents} documents of ${size} bytes: ${(startMs / 1000).toFixed(2)} s (target 10 s)`,
  );
  report(
    `memory per document: ${each(loaded - before)} bytes after writing, ${each(afterStart)} after a start; on disk ${each(stored)}`,
  );
}
