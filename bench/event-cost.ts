import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuMicroseconds } from './support/cpu-time';
import { startByNpm } from './support/npm-start';
import { report } from './support/report';
import { diskBytes, namedAddresses, sumByProgram, Visitors } from './support/small-server';

/**
 * P5t: CPU of all processes of `npm start`, and bytes of disk, for each event, its find among them, until each publisher's payment for the
 * event is confirmed on the ledger. CPU of an idle server in the same time is not counted.
 */
const { values: options } = parseArgs({
  options: {
    finds: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '16' },
    idle: { type: 'string', default: '30' },
  },
});
const patienceMs = 300_000;
/** So many cases are asked for, spread over all. */
const asked = 50;

type Cpu = ReadonlyMap<string, number>;

interface Story {
  readonly events: readonly {
    readonly status: string;
    /** Coins, in decimal digits; null: not judged yet. */
    readonly charge: string | null;
    readonly payment: { readonly state: string } | null;
  }[];
}

/** Says that each event of a case is judged, and paid where it costs something. */
const isPaid = ({ events }: Story) =>
  events.length > 0 &&
  events.every(
    ({ charge, payment }) =>
      charge !== null && (Number(charge) === 0 || payment?.state === 'confirmed'),
  );

/** Waits until nothing of these cases is open. @throws after five minutes */
async function untilPaid(url: string, cases: readonly string[]): Promise<void> {
  const endsAt = Date.now() + patienceMs;
  for (const caseId of cases)
    while (!isPaid((await (await fetch(`${url}/demo/cases/${caseId}`)).json()) as Story)) {
      if (Date.now() > endsAt) throw new Error(`the case ${caseId} is not paid`);
      await pause(500);
    }
}

/** Visits one after the other over each connection. @returns cases on the demo's site */
async function visitAll(visitors: Visitors, finds: number): Promise<readonly string[]> {
  let left = finds;
  const cases: string[] = [];
  const come = async () => {
    for (; left > 0; left -= 1) cases.push(...(await visitors.visit()));
  };
  await Promise.all(Array.from({ length: Number(options.connections) }, come));
  return cases;
}

/** µs of each program in a second of an idle server. */
async function measureIdle(pid: number): Promise<Cpu> {
  const seconds = Number(options.idle);
  const before = sumByProgram(pid, cpuMicroseconds);
  await pause(seconds * 1_000);
  const after = sumByProgram(pid, cpuMicroseconds);
  return new Map([...after].map(([name, us]) => [name, (us - (before.get(name) ?? 0)) / seconds]));
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const server = await startByNpm(process.cwd(), folder, namedAddresses);
  const { pid, url } = server;
  const visitors = new Visitors(url, () => Promise.resolve(), 0.05);
  // Code is compiled, and all sites are known.
  await visitAll(visitors, 500);
  await pause(15_000);
  const idle = await measureIdle(pid);
  const taken = visitors.events;
  const [before, diskBefore, startedAt] = [
    sumByProgram(pid, cpuMicroseconds),
    diskBytes(folder),
    performance.now(),
  ];
  const cases = await visitAll(visitors, Number(options.finds));
  await untilPaid(
    url,
    cases.filter((_, at) => at % Math.ceil(cases.length / asked) === 0),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = sumByProgram(pid, cpuMicroseconds);
  const events = visitors.events - taken;
  const each = [...after].map(([name, us]): readonly [string, number] => {
    const spent = us - (before.get(name) ?? 0) - (idle.get(name) ?? 0) * seconds;
    return [name, spent / events];
  });
  const sum = each.reduce((all, [, us]) => all + us, 0);
  const bytes = (diskBytes(folder) - diskBefore) / events;
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  console.log(`${events} events in ${seconds.toFixed(0)} s; ${visitors.summary}`);
  for (const [name, us] of each) console.log(`  ${name.padEnd(30)} ${us.toFixed(0)} µs an event`);
  report(
    'P5t CPU of an event, all processes',
    `${sum.toFixed(0)} µs, ${bytes.toFixed(0)} B of disk`,
  );
}

void main();
