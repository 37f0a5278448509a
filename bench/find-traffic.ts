import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { againstOption, type Rival, reportCpuAgainst, startRival } from './support/against';
import { type Contender, measureCpuPerRequest, type Measurement } from './support/cpu-per-request';
import { withDatabase } from './support/database';
import { findBodies, findOnce, postFind, threePlacements, toFindBody } from './support/find-bodies';
import { type BenchServer, startBaseline, startGatewayProcess } from './support/gateway';
import { insertInventory } from './support/inventory';
import { startLoadGenerator, takeTurns, toLoadRequest } from './support/load';
import { reportCpu } from './support/report';
import { assertPresent } from '../src/present';

/**
 * Finds beside more than a bare server. P1f: P1's find / node:http that answers as many bytes and signs three tokens. P1v:
 * the find of 20,000 visitors on 200 sites, each of a page impression of its own, where wins are spread because all
 * campaigns bid alike / P1's find. P1p: a find for ten placements over one connection / bare
 * node:http with as many bytes. P1w, alone with `--minutes <count>`: P1v's find after so many minutes of P1v's load / of a
 * gateway that has just started. `--against <folder>`: P1v's find of another checkout, too.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    window: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '32' },
    minutes: { type: 'string', default: '0' },
    ...againstOption,
  },
});
const measurement = {
  rounds: Number(options.rounds),
  windowMs: Number(options.window),
  connections: Number(options.connections),
};
const minutes = Number(options.minutes);
/** 10^-11 USD. */
const maxCpm = 10n ** 11n;
const [visitors, sites] = [20_000, 200];
const windowOfAging = 10_000;
/** Some 3,000 campaigns take their budgets up meanwhile. */
const warmUpMs = 60_000;

const hostOf = (site: number) => `site-${site}.example`;
const finds = findBodies.map((body) => toLoadRequest('POST', '/supply/find', body));
const tenPlacements = Array.from({ length: 10 }, (_, place) => ({
  ...threePlacements[place % threePlacements.length],
  id: String(place + 1),
}));

/** Each visitor goes to another site than the one before. */
const findsOfVisitors = Array.from({ length: visitors }, (_, visitor) =>
  toLoadRequest(
    'POST',
    '/supply/find',
    toFindBody(threePlacements, {
      iid: '{uuid}',
      host: hostOf(visitor % sites),
      uid: `visitor-${visitor}`,
    }),
  ),
);

void main();

async function main(): Promise<void> {
  await withDatabase(async (contested, contestedUri) => {
    await insertContested(contested);
    const { against } = options;
    const rival = against === undefined ? null : await startRival(against, contested);
    const visited = await startGatewayProcess(contestedUri);
    try {
      await Promise.all([visited, ...(rival ? [rival.server] : [])].map(visitEachSite));
      await withDatabase((db, uri) =>
        minutes > 0 ? measureAged(db, uri, visited) : measureFresh(db, uri, { visited, rival }),
      );
    } finally {
      await visited.stop();
      await rival?.stop();
    }
  });
}

/** All campaigns bid alike. */
async function insertContested(db: Connection): Promise<void> {
  await insertInventory(db, Number(options.creatives));
  await db.collection('campaigns').updateMany({}, { $set: { maxCpm } });
}

/** Gateways that visitors go to. */
interface Visited {
  readonly visited: BenchServer;
  readonly rival: Rival | null;
}

async function measureFresh(db: Connection, uri: string, servers: Visited): Promise<void> {
  await insertInventory(db, Number(options.creatives));
  const gateway = await startGatewayProcess(uri);
  try {
    await measureBeside(gateway, servers);
    await measureTenPlacements(gateway);
  } finally {
    await gateway.stop();
  }
}

async function measureBeside(gateway: BenchServer, { visited, rival }: Visited): Promise<void> {
  const signing = await startBaseline('signed', await findOnce(gateway.port));
  try {
    const requests = takeTurns(findsOfVisitors);
    const before = rival && { name: 'visitors, before', server: rival.server, requests };
    const [signed, find, ofVisitors, ofVisitorsBefore] = await measure([
      { name: 'signed', server: signing, requests: finds },
      { name: 'find', server: gateway, requests: finds },
      { name: 'visitors', server: visited, requests: takeTurns(findsOfVisitors) },
      ...(before ? [before] : []),
    ]);
    reportCpu('P1f find / node:http that signs', find, signed);
    reportCpu('P1v find of visitors / find', ofVisitors, find);
    if (ofVisitorsBefore)
      reportCpuAgainst('find of visitors before / find of visitors', ofVisitorsBefore, ofVisitors);
  } finally {
    await signing.stop();
  }
}

async function measureTenPlacements(gateway: BenchServer): Promise<void> {
  const bodies = Array.from({ length: 500 }, () => toFindBody(tenPlacements));
  const answer = await (await postFind(gateway.port, assertPresent(bodies[0], '500'))).text();
  const bare = await startBaseline('json', answer.length);
  const requests = bodies.map((body) => toLoadRequest('POST', '/supply/find', body));
  try {
    const [without, find] = await measure(
      [
        { name: 'bare', server: bare, requests },
        { name: 'ten placements', server: gateway, requests },
      ],
      1,
    );
    reportCpu('P1p find for ten placements / bare node:http', find, without);
  } finally {
    await bare.stop();
  }
}

/** The database is the fresh gateway's own: of two at one database, the older does the jobs of both. */
async function measureAged(db: Connection, uri: string, aged: BenchServer): Promise<void> {
  await burden(aged, minutes * 60_000);
  await insertContested(db);
  const fresh = await startGatewayProcess(uri);
  try {
    await visitEachSite(fresh);
    // The budgets of one were idle during the visits; those of the other are held for the winners of the visits alone.
    for (const gateway of [fresh, aged]) await burden(gateway, warmUpMs);
    const [atStart, later] = await measure([
      { name: 'fresh', server: fresh, requests: takeTurns(findsOfVisitors) },
      { name: 'aged', server: aged, requests: takeTurns(findsOfVisitors) },
    ]);
    reportCpu(`P1w find after ${minutes} minutes / at the start`, later, atStart);
  } finally {
    await fresh.stop();
  }
}

/** Sends finds of visitors to a gateway for a time. */
async function burden({ port }: BenchServer, ms: number): Promise<void> {
  const load = startLoadGenerator();
  const requests = takeTurns(findsOfVisitors);
  const order = { port, connections: measurement.connections, durationMs: windowOfAging };
  try {
    for (const until = Date.now() + ms; Date.now() < until; )
      await load.run({ ...order, requests: requests() });
  } finally {
    load.stop();
  }
}

type Side = Pick<Contender, 'name' | 'server' | 'requests'>;
type OfEach<Sides> = { readonly [Place in keyof Sides]: Measurement };

async function measure<const Sides extends readonly Side[]>(
  sides: Sides,
  connections = measurement.connections,
): Promise<OfEach<Sides>> {
  const load = startLoadGenerator();
  try {
    const contenders = sides.map((side) => ({ ...side, status: 200 }));
    // As many as there are contenders.
    return (await measureCpuPerRequest(load, contenders, {
      ...measurement,
      connections,
    })) as OfEach<Sides>;
  } finally {
    load.stop();
  }
}

/** Supply that the finds of one network may make in a minute, in pages of three placements; the next minute counts a part of it. */
const pagesAMinute = 140;

/** Makes sites and placements, and waits for their budgets. */
async function visitEachSite(gateway: BenchServer): Promise<void> {
  const winners = new Set<string>();
  let shown = 0;
  for (let site = 0; site < sites; site += 1) {
    if (site > 0 && site % pagesAMinute === 0) await pause(2 * 60_000);
    const body = toFindBody(threePlacements, { host: hostOf(site) });
    const answer = await postFind(gateway.port, body);
    if (!answer.ok) throw new Error(`${hostOf(site)}: ${await answer.text()}`);
    const { data } = (await answer.json()) as { data: readonly { readonly creativeId: string }[] };
    shown += data.length;
    for (const { creativeId } of data) winners.add(creativeId);
  }
  console.log(`${winners.size} creatives won ${shown} places of ${sites} pages`);
  await pause(2_000);
}
