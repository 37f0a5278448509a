import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { againstOption, reportCpuAgainst, type Rival, startRival } from './support/against';
import { assertPresent } from '../src/present';
import { minuteMs } from '../src/time';
import { type Contender, measureCpuPerRequest, type Measurement } from './support/cpu-per-request';
import { withDatabase } from './support/database';
import { anId } from './support/chance';
import { findBodies as bodies, threePlacements, toFindBody } from './support/find-bodies';
import { measureEndpoint } from './support/endpoint';
import { type BenchServer, startGatewayProcess } from './support/gateway';
import { insertInventory } from './support/inventory';
import { startLoadGenerator, takeTurns, toLoadRequest } from './support/load';
import { report, reportCpu } from './support/report';
import { secondPrice, termsInForce } from './support/terms-in-force';

/**
 * P1 and P1b: `POST /supply/find` for 3 placements over 100,000 active creatives, against bare node:http and against
 * Express with its JSON middleware, both reading the same request and answering as many bytes. P1c, alone with `--budgets`:
 * the same find where budgets are in force, even pacing too, against a gateway that asks for none. P1d, alone with
 * `--looks`: the same find where some finds are looked at beside answering them, against a gateway that looks at none. P1t, alone with
 * `--in-force`: the same find by 20,000 known visitors, where campaigns have caps, schedules and all other terms of delivery and pay the second
 * price, against a gateway whose campaigns have none. P4b: the start before it. `--against <folder>`: P1
 * and P1b alone, with the find of another checkout in the same rounds; with `--in-force` P1t, and the same visitors' find by another
 * checkout whose campaigns have no terms.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    window: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '32' },
    budget: { type: 'string', default: '9000000' },
    budgets: { type: 'boolean', default: false },
    looks: { type: 'boolean', default: false },
    'in-force': { type: 'boolean', default: false },
    ...againstOption,
  },
});

void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  await insertInventory(db, Number(options.creatives), BigInt(options.budget) * 10n ** 11n);
  if (options.looks) await measureLooks(uri);
  else if (options['in-force']) await measureInForce(db, uri);
  else if (options.against === undefined) await measureAlone(uri);
  else await measureAgainst(options.against, db, uri);
}

async function measureAlone(uri: string): Promise<void> {
  // The first start makes the indexes, which a database in use has.
  await (await startGatewayProcess(uri)).stop();
  const startedAt = performance.now();
  const starting = await startGatewayProcess(uri, { onAllCores: true });
  const seconds = (performance.now() - startedAt) / 1000;
  report(`P4b gateway with ${options.creatives} creatives ready`, `${seconds.toFixed(1)} s`);
  await starting.stop();
  const gateway = await startGatewayProcess(uri);
  try {
    await measureBudgets(gateway, uri);
    if (options.budgets) return;
    await measureFinds(gateway);
  } finally {
    await gateway.stop();
  }
}

async function measureAgainst(folder: string, db: Connection, uri: string): Promise<void> {
  const rival = await startRival(folder, db);
  const gateway = await startGatewayProcess(uri);
  try {
    await measureFinds(gateway, rival);
  } finally {
    await gateway.stop();
    await rival.stop();
  }
}

async function measureFinds(gateway: BenchServer, rival?: Rival): Promise<void> {
  const measured = await measureEndpoint(gateway, {
    path: '/supply/find',
    bodies,
    check: assertFilled,
    rounds: Number(options.rounds),
    windowMs: Number(options.window),
    connections: Number(options.connections),
    rival,
  });
  reportCpu('P1 find / bare node:http', measured.endpoint, measured.bare);
  reportCpu('P1b find / Express', measured.endpoint, measured.express);
  if (measured.rival) reportCpuAgainst('find before / find', measured.rival, measured.endpoint);
}

async function measureLooks(uri: string): Promise<void> {
  const gateway = await startGatewayProcess(uri);
  const blind = await startGatewayProcess(uri, { without: 'looks' });
  try {
    const [without, looking] = await measureInTurn([
      { name: 'without looks', server: blind },
      { name: 'with looks', server: gateway },
    ]);
    reportCpu('P1d find with looks / without', looking, without);
  } finally {
    await blind.stop();
    await gateway.stop();
  }
}

async function measureInForce(db: Connection, uri: string): Promise<void> {
  const rival = options.against === undefined ? undefined : await startRival(options.against, db);
  const others = db.useDb(`${db.name}_in_force`);
  await insertInventory(others, Number(options.creatives), undefined, termsInForce);
  await others.db?.collection<{ _id: number }>('auctionTypes').insertOne(secondPrice);
  const address = new URL(uri);
  address.pathname = others.name;
  const plain = await startGatewayProcess(uri);
  const inForce = await startGatewayProcess(address.href);
  try {
    const [without, all, before] = await measureInTurn(
      [
        { name: 'plain', server: plain },
        { name: 'in force', server: inForce },
        ...(rival ? [{ name: 'plain, before', server: rival.server }] : []),
      ],
      Array.from({ length: 20_000 }, () => toFindBody(threePlacements, { uid: anId() })),
      // By then the campaigns that win have their budgets at hand.
      minuteMs,
    );
    reportCpu('P1t find with all terms in force / without', all, without);
    if (before) reportCpuAgainst('find without terms before / with all', before, all);
  } finally {
    await rival?.stop();
    await inForce.stop();
    await plain.stop();
    await others.dropDatabase();
  }
}

async function measureBudgets(gateway: BenchServer, uri: string): Promise<void> {
  const unbudgeted = await startGatewayProcess(uri, { without: 'budgets' });
  try {
    const [without, withBudgets] = await measureInTurn([
      { name: 'without budgets', server: unbudgeted },
      { name: 'with budgets', server: gateway },
    ]);
    reportCpu('P1c find with budgets / without', withBudgets, without);
  } finally {
    await unbudgeted.stop();
  }
}

type Named = Pick<Contender, 'name' | 'server'>;

async function measureInTurn(
  contenders: readonly Named[],
  asked: readonly string[] = bodies,
  warmUpMs = 0,
): Promise<readonly [Measurement, Measurement, ...Measurement[]]> {
  const load = startLoadGenerator();
  const requests = takeTurns(asked.map((text) => toLoadRequest('POST', '/supply/find', text)));
  try {
    const [first, second, ...others] = await measureCpuPerRequest(
      load,
      contenders.map((contender) => ({ ...contender, requests, status: 200 })),
      {
        rounds: Number(options.rounds),
        windowMs: Number(options.window),
        connections: Number(options.connections),
        warmUpMs,
      },
    );
    const missing = 'each contender is measured';
    return [assertPresent(first, missing), assertPresent(second, missing), ...others];
  } finally {
    load.stop();
  }
}

/** The find beforehand also makes site and placements. */
async function assertFilled(answer: Response): Promise<void> {
  const { data } = (await answer.json()) as { data: readonly unknown[] };
  if (data.length !== 3) throw new Error(`expected 3 creatives, got ${data.length}`);
}
