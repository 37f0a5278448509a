import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type GraphQLSchema, Kind, parse } from 'graphql';
import pino from 'pino';
import { operationLimits } from '../src/api/graphql/operation-limits';
import { createSchema } from '../src/api/graphql/schema';
import { startGateway } from '../src/assembly/gateway';
import { parseConfig } from '../src/config';
import { createAccount } from '../src/identity/accounts/account.service';
import { costOf } from '../src/platform/graphql/operation-cost';
import { fillAccount, firstId } from '../test/support/full-account';
import { type OperationWriter, randomOf, writeField } from '../test/support/operation-search';
import { withDatabase } from './support/database';
import { report } from './support/report';

/**
 * R16: what the costliest operation takes that a search of the schema finds, of an account with a thousand of
 * everything. The gateway and its client run in this process, the database in one of its own.
 */
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** Operations of each field of `Query`, and of each argument that such a field has. */
    tries: { type: 'string', default: '20' },
    /** Prints so many of the costliest ones. */
    show: { type: 'string', default: '1' },
  },
});
/** So many of the costliest are measured again. */
const finalists = 20;
const rounds = 7;
const yearsMs = 3_652 * 86_400_000;
const zones = ['"Europe/Warsaw"', '"Australia/Lord_Howe"', '"Africa/Casablanca"', null];

function createWriter(seed: number): OperationWriter {
  const random = randomOf(seed);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const valueOf = (name: string, type: string): string | null => {
    if (/^after/.test(name)) return null;
    if (name === 'timeZone') return oneOf(zones);
    // The finest that ten years may have, and what the account may see.
    if (type === 'StatisticsInterval') return 'day';
    if (type === 'StatisticsSide') return oneOf(['advertiser', 'publisher']);
    if (type === 'ID') return `"${firstId}"`;
    if (type === 'DateTime') {
      const ago = name === 'from' ? oneOf([yearsMs, yearsMs, 3 * 86_400_000]) : 0;
      return `"${new Date(Date.now() - ago).toISOString()}"`;
    }
    if (type === 'String') return { statuses: '"active"', media: '"web"' }[name] ?? '"x"';
    return { PositiveInt: '10', Boolean: 'true' }[type] ?? null;
  };
  return { random, valueOf };
}

/** Operations that the limit of costs lets through. */
function searchOperations(schema: GraphQLSchema): readonly string[] {
  const writer = createWriter(Number(options.seed));
  const found = Object.values(schema.getQueryType()!.getFields()).flatMap((field) =>
    Array.from(
      { length: Number(options.tries) * (1 + field.args.length) },
      () => `{ ${writeField(field, writer)} }`,
    ),
  );
  return [...new Set(found)].filter((query) => isAffordable(schema, query));
}

function isAffordable(schema: GraphQLSchema, query: string): boolean {
  const document = parse(query, { maxLexicalTokens: operationLimits.maxTokens });
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return false;
  return costOf(schema, { document, operation, variables: {} }) <= operationLimits.maxCost;
}

async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of some rounds: garbage of the others is nobody's. */
async function leastMsOf(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < rounds; round += 1) least = Math.min(least, await cpuMsOf(work));
  return least;
}

void withDatabase(async (_db, uri) => {
  const data = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const config = parseConfig({ PORT: '0', ADGATE_DATA_DIR: data });
  const gateway = await startGateway(config, pino({ level: 'silent' }));
  try {
    const ctx = await gateway.open(uri);
    const login = { email: 'bench@adgate.example', password: 'correct horse' };
    const { id } = await createAccount(ctx, { ...login, roles: ['advertiser', 'publisher'] });
    await fillAccount(ctx, id);
    const post = async (path: string, body: object, headers: object = {}) => {
      const response = await fetch(`${gateway.url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return response.json() as Promise<any>; // oxlint-disable-line typescript/no-explicit-any -- whatever was asked for
    };
    const { apiToken } = await post('/auth/login', login);
    const ask = (query: string) =>
      post('/graphql', { query }, { Authorization: `Bearer ${apiToken}` });

    const measured: { readonly query: string; readonly ms: number }[] = [];
    for (const query of searchOperations(createSchema())) {
      await ask(query);
      measured.push({ query, ms: await cpuMsOf(() => ask(query)) });
    }
    measured.sort((one, other) => other.ms - one.ms);
    const costliest: { readonly query: string; readonly ms: number }[] = [];
    for (const { query } of measured.slice(0, finalists))
      costliest.push({ query, ms: await leastMsOf(() => ask(query)) });
    costliest.sort((one, other) => other.ms - one.ms);
    const bareMs = await leastMsOf(() => ask('{ viewer { id } }'));
    const [most] = costliest;
    report(
      `R16 the costliest of ${measured.length} operations / { viewer { id } }`,
      `${most!.ms.toFixed(1)} / ${bareMs.toFixed(1)} ms`,
    );
    for (const { query, ms } of costliest.slice(0, Number(options.show)))
      console.log(`  ${ms.toFixed(1)} ms: ${query.slice(0, 400)}`);
  } finally {
    await gateway.close({ graceMs: 0 });
    rmSync(data, { recursive: true, force: true });
  }
});
