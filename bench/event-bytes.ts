import { parseArgs } from 'node:util';
import { deflateSync, zstdCompressSync } from 'node:zlib';
import { BSON } from 'mongodb';
import type { Connection } from 'mongoose';
import { foldAllChanges } from '../src/insight/statistics/roll-ups/fold-changes.service';
import type { AdEvent } from '../src/market/events/event';
import { verifyAllDue } from '../src/money/verification/judge/verify.service';
import { anId, idsOf, pick } from './support/chance';
import { cpuMicroseconds } from './support/cpu-time';
import { withDatabase } from './support/database';
import { anEvent, hour, openMarket } from './support/judged-market';
import { report } from './support/report';

/** Views of an hour, and in how many parts they come; each part is judged, and folded, before the next one. */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '60000' },
    parts: { type: 'string', default: '60' },
  },
});
const parts = Number(values.parts);
const eventsOfPart = Math.ceil(Number(values.events) / parts);
const count = parts * eventsOfPart;
const placementsOfSite = 3;
const countries = ['de', 'fr', 'gb', 'us', 'pl', 'it', 'es', 'nl'];
const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
];
const placementsOf = new Map<string, readonly string[]>();

/** A view of a part of the hour. */
function aView(part: number): AdEvent {
  const event = anEvent();
  let placements = placementsOf.get(event.siteId);
  if (!placements) placementsOf.set(event.siteId, (placements = idsOf(placementsOfSite)));
  const occurredAt = new Date(hour.getTime() + ((part + Math.random()) / parts) * 3_500_000);
  return {
    ...event,
    ...{ placementId: pick(placements), requestId: anId(), occurredAt, isWeb: true },
    offeredAt: new Date(Math.max(occurredAt.getTime() - 2_000, hour.getTime())),
    ...{ country: pick(countries), userAgent: pick(userAgents), isMeasured: true },
  };
}

interface Stored {
  readonly documents: number;
  readonly bytes: number;
  readonly indexBytes: number;
  /** As the blocks of a database's files take them, by the way in which they are compressed. */
  readonly zlibBytes: number;
  readonly zstdBytes: number;
}

const blockBytes = 32 * 1024;
/** Of each entry of an index, beside the values of its fields: where the document is, and what a page adds. */
const entryBytes = 12;

const valueOf = (document: BSON.Document, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, name) => (at as BSON.Document | undefined)?.[name], document);

/** The values of an index's fields as the database keeps them, without names. */
function keyBytes(document: BSON.Document, fields: readonly string[]): number {
  return fields.reduce((sum, field) => {
    const bytes = BSON.calculateObjectSize({ k: valueOf(document, field) ?? null });
    return sum + bytes - BSON.calculateObjectSize({ k: null });
  }, entryBytes);
}

/** Entries of indexes: as many as the database finds by an index's condition, each like those of the first documents. */
async function indexBytesOf(db: Connection, name: string): Promise<number> {
  const collection = db.collection(name);
  const documents = await collection.countDocuments();
  const sample = await collection.find({}, { limit: 1_000 }).toArray();
  const model = Object.values(db.models).find((one) => one.collection.name === name);
  let sum = 0;
  for (const [key, options] of [[{ _id: 1 }, {}] as const, ...(model?.schema.indexes() ?? [])]) {
    const fields = Object.keys(key);
    const { partialFilterExpression: condition, sparse = false } = options as {
      readonly partialFilterExpression?: object;
      readonly sparse?: boolean;
    };
    const isThere = { $or: fields.map((field) => ({ [field]: { $exists: true } })) };
    const filter = condition ?? (sparse ? isThere : null);
    const entries = filter === null ? documents : await collection.countDocuments(filter);
    const bytes = sample.reduce((all, one) => all + keyBytes(one, fields), 0);
    sum += entries * (bytes / Math.max(sample.length, 1));
  }
  return sum;
}

async function measure(db: Connection, name: string): Promise<Stored> {
  let [documents, bytes, zlibBytes, zstdBytes] = [0, 0, 0, 0];
  let block: Buffer[] = [];
  let size = 0;
  const close = () => {
    const joined = Buffer.concat(block);
    zlibBytes += deflateSync(joined).length;
    zstdBytes += zstdCompressSync(joined).length;
    [block, size] = [[], 0];
  };
  for await (const document of db.collection(name).find({}, { raw: true })) {
    const raw = document as unknown as Buffer;
    documents += 1;
    bytes += raw.length;
    size += raw.length;
    block.push(Buffer.from(raw));
    if (size >= blockBytes) close();
  }
  if (size > 0) close();
  return { documents, bytes, indexBytes: await indexBytesOf(db, name), zlibBytes, zstdBytes };
}

async function bytesOf(db: Connection, name: string): Promise<number> {
  let bytes = 0;
  for await (const raw of db.collection(name).find({}, { raw: true }))
    bytes += (raw as unknown as Buffer).length;
  return bytes;
}

const steps = ['stored', 'judged', 'folded'] as const;

/** CPU of this process and of its database, by the steps of a view's way. */
class StepTimes {
  private readonly ofStep = new Map<string, readonly [own: number, database: number]>();

  constructor(private readonly databasePid: number | null) {}

  async take(step: (typeof steps)[number], work: () => Promise<unknown>): Promise<void> {
    const [own, database] = this.now();
    await work();
    const [ownAfter, databaseAfter] = this.now();
    const [ownBefore, databaseBefore] = this.ofStep.get(step) ?? [0, 0];
    const sums = [ownBefore + ownAfter - own, databaseBefore + databaseAfter - database] as const;
    this.ofStep.set(step, sums);
  }

  /** µs of each view. */
  of(step: (typeof steps)[number]): string {
    return (this.ofStep.get(step) ?? [0, 0]).map((sum) => (sum / count).toFixed(0)).join(' + ');
  }

  private now(): readonly [number, number] {
    const { databasePid: pid } = this;
    return [cpuMicroseconds(process.pid), pid === null ? 0 : cpuMicroseconds(pid)];
  }
}

void withDatabase(async (db, _uri, pid) => {
  const ctx = await openMarket(db);
  const names = [...new Set(Object.values(db.models).map(({ collection }) => collection.name))];
  const before = new Map<string, number>();
  for (const name of names) before.set(name, await bytesOf(db, name));
  const times = new StepTimes(pid);
  let rewritten = 0;
  let waiting = 0;
  for (let part = 0; part < parts; part += 1) {
    const views = Array.from({ length: eventsOfPart }, () => aView(part));
    await times.take('stored', () => ctx.events.insertMany(views, hour));
    await times.take('judged', () => verifyAllDue(ctx));
    waiting += await bytesOf(db, 'statisticsChanges');
    await times.take('folded', () => foldAllChanges(ctx));
    rewritten += await bytesOf(db, 'statisticsRollUps');
  }
  const accepted = await db.collection('events').countDocuments({ 'verdict.status': 'accepted' });
  const each = (bytes: number) => `${(bytes / count).toFixed(1)} B`;
  const sums = { bytes: 0, indexBytes: 0, zlibBytes: 0, zstdBytes: 0 };
  console.log(`${count} views in ${parts} parts, ${accepted} accepted; bytes of each that stay:`);
  for (const name of names) {
    const stored = await measure(db, name);
    const grown = stored.bytes - (before.get(name) ?? 0);
    if (grown <= 0) continue;
    // These are gone after hours or days, or already: the events are of a past day.
    const expires = Object.values(db.models).some(
      ({ collection, schema }) =>
        collection.name === name &&
        schema.indexes().some(([, options]) => 'expireAfterSeconds' in options),
    );
    if (expires) continue;
    for (const sum of ['bytes', 'indexBytes', 'zlibBytes', 'zstdBytes'] as const)
      sums[sum] += stored[sum];
    console.log(
      `  ${name.padEnd(22)} ${String(stored.documents).padStart(7)} documents ${each(stored.bytes).padStart(9)}, ` +
        `indexes ${each(stored.indexBytes)}, zlib ${each(stored.zlibBytes)}, zstd ${each(stored.zstdBytes)}`,
    );
  }
  report(
    'P24 documents that a view leaves / their indexes, estimated',
    `${each(sums.bytes)} / ${each(sums.indexBytes)}`,
  );
  for (const step of steps)
    report(`P24-${step} CPU of it: process + database`, `${times.of(step)} µs`);
  report(
    'P24-zstd the documents in blocks of zstd / of zlib',
    `${each(sums.zstdBytes)} / ${each(sums.zlibBytes)}`,
  );
  report(
    'P24-rewritten roll-ups rewritten for it / facts that waited',
    `${each(rewritten)} / ${each(waiting)}`,
  );
});
