import type { mongo } from 'mongoose';
import type { Config } from '../../config';
import { unclaimedPublisherId } from '../../identity/accounts/account';
import { type Finding, ok, problem } from '../../platform/findings/finding';

interface Reference {
  readonly from: string;
  readonly field: string;
  readonly to: string;
}

const toAccounts = (from: string, field: string): Reference => ({ from, field, to: 'accounts' });

const references: readonly Reference[] = [
  toAccounts('campaigns', 'advertiserId'),
  toAccounts('sites', 'publisherId'),
  toAccounts('clients', 'ownerId'),
  toAccounts('authorizations', 'accountId'),
  toAccounts('personalTokens', 'accountId'),
  toAccounts('payments', 'accountId'),
  { from: 'creatives', field: 'campaignId', to: 'campaigns' },
  { from: 'conversions', field: 'campaignId', to: 'campaigns' },
  { from: 'placements', field: 'siteId', to: 'sites' },
];
const toContents: Reference = { from: 'creatives', field: 'contentId', to: 'creativeContents' };

const batchSize = 1_000;

/** Checks that documents' references lead to documents; by batches, so that memory does not grow with the database. */
export async function checkReferences(
  db: mongo.Db,
  { contentFolder }: Config,
): Promise<readonly Finding[]> {
  const all = contentFolder === null ? [...references, toContents] : references;
  const findings: Finding[] = [];
  for (const reference of all) {
    const dangling = await findDangling(db, reference);
    if (dangling !== null) findings.push(dangling);
  }
  return findings.length > 0
    ? findings
    : [ok('references', `${all.length} kinds lead to something`)];
}

/** Documents have texts as ids. */
interface Referring {
  readonly _id: string;
  readonly [field: string]: unknown;
}

async function findDangling(db: mongo.Db, reference: Reference): Promise<Finding | null> {
  const { from, field, to } = reference;
  let count = 0;
  let example: Referring | null = null;
  for await (const batch of readBatches(db, reference)) {
    const named = [...new Set(batch.map((one) => one[field]))].filter(
      (id) => typeof id === 'string',
    );
    const found = await db
      .collection<Referring>(to)
      .find({ _id: { $in: named } }, { projection: { _id: 1 } })
      .toArray();
    // Sites that finds show on by size alone are nobody's: there is no such account.
    const there = new Set<unknown>([unclaimedPublisherId, ...found.map(({ _id }) => _id)]);
    const missing = batch.filter((one) => typeof one[field] === 'string' && !there.has(one[field]));
    count += missing.length;
    example ??= missing[0] ?? null;
  }
  if (!example) return null;
  return problem(
    'references',
    `${count} of ${from} name a ${field} that ${to} has not, ${example._id} names ${String(example[field])}`,
    'restore a backup that has it, or ask who changed the database by hand',
  );
}

async function* readBatches(
  db: mongo.Db,
  { from, field }: Reference,
): AsyncGenerator<readonly Referring[], void> {
  const cursor = db.collection<Referring>(from).find({}, { projection: { [field]: 1 }, batchSize });
  let batch: Referring[] = [];
  for await (const document of cursor) {
    batch.push(document);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
