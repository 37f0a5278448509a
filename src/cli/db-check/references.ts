import type { mongo } from 'mongoose';
import type { Config } from '../../config';
import { unclaimedPublisherId } from '../../identity/accounts/account';
import { type Finding, ok, problem } from '../../platform/findings/finding';
import { dayMs } from '../../time';

interface Reference {
  readonly from: string;
  readonly field: string;
  readonly to: string;
  /** The documents that are looked at; default: all. */
  readonly among?: mongo.Filter<Referring>;
}

const toAccounts = (from: string, field: string): Reference => ({ from, field, to: 'accounts' });

/**
 * Creatives and conversions are stored before their campaign. Those of a creation that was cut off stay for a day and some minutes
 * at most: the job `remove-abandoned-creatives` removes them.
 */
const toCampaigns = (from: string, now: Date): Reference => ({
  ...{ from, field: 'campaignId', to: 'campaigns' },
  among: { createdAt: { $not: { $gte: new Date(now.getTime() - 2 * dayMs) } } },
});

const references: readonly Reference[] = [
  toAccounts('campaigns', 'advertiserId'),
  toAccounts('sites', 'publisherId'),
  toAccounts('clients', 'ownerId'),
  toAccounts('authorizations', 'accountId'),
  toAccounts('personalTokens', 'accountId'),
  toAccounts('payments', 'accountId'),
  { from: 'placements', field: 'siteId', to: 'sites' },
];
/** The bytes of deleted creatives are removed. */
const toContents: Reference = {
  ...{ from: 'creatives', field: 'contentId', to: 'creativeContents' },
  among: { deletedAt: null },
};

const batchSize = 1_000;

/** Checks that documents' references lead to documents; by batches, so that memory does not grow with the database. */
export async function checkReferences(
  db: mongo.Db,
  { contentFolder }: Config,
  now: Date,
): Promise<readonly Finding[]> {
  const all = [
    ...references,
    toCampaigns('creatives', now),
    toCampaigns('conversions', now),
    ...(contentFolder === null ? [toContents] : []),
  ];
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
  { from, field, among = {} }: Reference,
): AsyncGenerator<readonly Referring[], void> {
  const cursor = db
    .collection<Referring>(from)
    .find(among, { projection: { [field]: 1 }, batchSize });
  let batch: Referring[] = [];
  for await (const document of cursor) {
    batch.push(document);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
