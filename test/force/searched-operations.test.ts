import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { type GraphQLSchema, Kind, parse } from 'graphql';
import { operationLimits } from '../../src/api/graphql/operation-limits';
import { createSchema } from '../../src/api/graphql/schema';
import { createAccount } from '../../src/identity/accounts/account.service';
import { costOf } from '../../src/platform/graphql/operation-cost';
import { freshDatabase } from '../support/database';
import { send, sendGraphql, startApp, type TestApp } from '../support/app';
import { fillAccount, firstId } from '../support/full-account';
import { type OperationWriter, randomOf, writeField } from '../support/operation-search';

const seed = Number(process.env['SEARCH_SEED'] ?? 1);
/** Operations of each field of `Query`: more find more. */
const tries = Number(process.env['SEARCH_TRIES'] ?? 2);

/** Documents that an operation may read beside those that it pays for: of its account and session. */
const freeDocuments = 10;
/** That the gateway reads for itself in a while: jobs and leases. */
const few = 100;
/** The least cost that is counted for a document; usually 10. */
const documentCost = 8;
/**
 * Some readings have their own bound, of the things that they are of, of which there are so many here. Figures: of hours,
 * and of what they are of. Tables: 10,000 lines. Statements: the bookings that no day has yet.
 */
const documentsOfReading = 1_000;
const creativesOfAccount = 3_000;
const countOf = (pattern: RegExp, query: string) => query.match(pattern)?.length ?? 0;
const readingsOf = (query: string) =>
  documentsOfReading *
    countOf(
      /\b(?:campaignTable|siteTable|statistics|figures|conversionFigures|statement)\(|\b(?:previous|dailySpend)\b/g,
      query,
    ) +
  creativesOfAccount * countOf(/\bcreativeTable\(/g, query);
const paidByReading = /^(?:statisticsRollUps|requestCounts)$/;

let app: TestApp;
let token: string;
let schema: GraphQLSchema;
let read = 0;
beforeAll(async () => {
  schema = createSchema();
  const uri = new URL(await freshDatabase());
  uri.searchParams.set('monitorCommands', 'true');
  app = await startApp({ mongodbUri: uri.href });
  const login = { email: 'all@test.example', password: 'correct horse' };
  const { id } = await createAccount(app.ctx, { ...login, roles: ['advertiser', 'publisher'] });
  const { body } = await send(`${app.url}/auth/login`, { json: login });
  token = body.apiToken as string;
  await fillAccount(app.ctx, id);
  countDocuments();
  await becomeQuiet();
});

/** Waits until the gateway has read for itself what is new. */
async function becomeQuiet(): Promise<void> {
  for (let [before, tries] = [-Infinity, 0]; read - before > few && tries < 30; tries += 1) {
    before = read;
    await pause(1_000);
  }
}

/** Counts what the database answers with. */
function countDocuments(): void {
  const client = app.ctx.campaigns.models[0]!.db.getClient();
  client.on('commandSucceeded', ({ reply }) => {
    // Safe: answers are documents, and those with documents have a cursor.
    const { cursor } = reply as { readonly cursor?: Batch };
    const collection = cursor?.ns.slice(cursor.ns.indexOf('.') + 1) ?? '';
    const batch = cursor?.firstBatch ?? cursor?.nextBatch ?? [];
    if (!paidByReading.test(collection)) read += batch.length;
  });
}

interface Batch {
  readonly ns: string;
  readonly firstBatch?: readonly unknown[];
  readonly nextBatch?: readonly unknown[];
}

const daysAgo = (days: number) => `"${new Date(Date.now() - days * 86_400_000).toISOString()}"`;

/** Chooses an argument's value: a thing that exists, or a thing that cannot. */
function valueOf(name: string, type: string): string | null {
  if (/^(?:after|afterEmail|timeZone)$/.test(name)) return null;
  if (type === 'ID') return `"${firstId}"`;
  if (type === 'DateTime') return daysAgo(name === 'from' ? 3 : 0);
  if (type === 'String') return { statuses: '"active"', media: '"web"' }[name] ?? '"x"';
  return { PositiveInt: '1', Boolean: 'true', Amount: '"1"' }[type] ?? null;
}

function costOfQuery(query: string): number {
  const document = parse(query);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return costOf(schema, { document, operation: operation as never, variables: {} });
}

/** The documents that an operation reads: the least of some runs, since the gateway reads for itself, too. */
async function documentsOf(query: string, enough: number): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < 12 && least > enough; run += 1) {
    // Until it is done with what it was reading.
    await pause(50 * run);
    const before = read;
    const { status } = await sendGraphql(app, token, query);
    expect([query, status]).toEqual([query, 200]);
    least = Math.min(least, read - before);
  }
  return least;
}

it('no operation reads more than it pays for, of all that a search makes of the schema', async () => {
  const writer: OperationWriter = { random: randomOf(seed), valueOf };
  const unpaid: string[] = [];
  let asked = 0;
  for (const field of Object.values(schema.getQueryType()!.getFields()))
    for (let at = 0; at < tries; at += 1) {
      const query = `{ ${writeField(field, writer)} }`;
      const cost = costOfQuery(query);
      if (cost > operationLimits.maxCost) continue;
      asked += 1;
      const paid = freeDocuments + cost / documentCost + readingsOf(query);
      const documents = await documentsOf(query, paid);
      if (documents > paid) unpaid.push(`${documents} documents for ${cost}: ${query}`);
    }
  expect(unpaid).toEqual([]);
  expect(asked).toBeGreaterThan(50);
});

it('a few readings of figures are all that an operation can pay for', () => {
  const range = (at: number) => `from: ${daysAgo(at + 2)}, to: ${daysAgo(0)}`;
  const aliases = (count: number, of: (at: number) => string) =>
    Array.from({ length: count }, (_value, at) => `a${at}: ${of(at)}`).join(' ');
  const figures = (at: number) => `figures(${range(at)}) { cost }`;
  const operations: Readonly<Record<string, (count: number) => string>> = {
    'of one campaign': (count) => `{ campaign(id: "${firstId}") { ${aliases(count, figures)} } }`,
    'of a page of campaigns': (count) =>
      `{ campaigns(first: 100) { nodes { ${aliases(count, figures)} } } }`,
    'of an account': (count) =>
      `{ ${aliases(count, (at) => `statistics(as: advertiser, ${range(at)}, first: 1) { previous { cost } }`)} }`,
  };
  const most = Object.entries(operations).map(([name, operation]) => {
    const affordable = [1, 2, 3, 4, 5, 6].filter(
      (count) => costOfQuery(operation(count)) <= operationLimits.maxCost,
    );
    return [name, affordable.length];
  });
  expect(most).toEqual([
    ['of one campaign', 3],
    ['of a page of campaigns', 3],
    ['of an account', 1],
  ]);
});
