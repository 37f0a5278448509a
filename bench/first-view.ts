import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { shellEnvironment, startByNpm } from './support/npm-start';
import { report } from './support/report';

/**
 * P20: from `git clone` to a view that is paid on the ledger of `npm start`, with packages that npm has in its cache. The
 * clone is of what is committed here.
 */
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });

const patienceMs = 300_000;
const headers = {
  'Content-Type': 'application/json',
  'Accept-Language': 'en',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
};

/** @throws when it fails */
function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    env: shellEnvironment(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`);
}

/** @throws unless it is answered with 200 */
async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { headers, ...init });
  if (response.status !== 200) throw new Error(`${url} is answered ${response.status}`);
  return response;
}

interface FoundAd {
  readonly serveUrl: string;
  readonly viewUrl: string;
}

/** Finds an ad, fetches it and reports that it was seen. @returns the case */
async function see(url: string): Promise<string> {
  const found = await ask(`${url}/supply/find`, {
    method: 'POST',
    body: JSON.stringify({
      context: {
        iid: randomUUID(),
        url: 'https://gazette.example/',
        // An account on the ledger of `npm start`.
        publisher: '0001-00000003-AB0C',
      },
      placements: [{ id: 'top', width: 300, height: 250 }],
    }),
  });
  const { data } = (await found.json()) as { readonly data: readonly FoundAd[] };
  const [ad] = data;
  if (!ad) throw new Error('no ad was found');
  await (await ask(ad.serveUrl)).arrayBuffer();
  const caseId = randomUUID().replaceAll('-', '');
  await ask(`${ad.viewUrl}&cid=${caseId}`);
  return caseId;
}

interface SeenEvent {
  readonly status: string;
  readonly payment?: { readonly state: string };
}

/** Waits until something of a case is so. @throws after five minutes */
async function until(url: string, isSo: (event: SeenEvent) => boolean): Promise<void> {
  const endsAt = Date.now() + patienceMs;
  while (Date.now() < endsAt) {
    const { events } = (await (await ask(url)).json()) as { readonly events: readonly SeenEvent[] };
    if (events.some(isSo)) return;
    await pause(100);
  }
  throw new Error(`nothing came of ${url}`);
}

/** Tells which step was reached after how many seconds. */
async function live(): Promise<ReadonlyMap<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const checkout = join(folder, 'adgate');
  const startedAt = performance.now();
  const seconds = new Map<string, number>();
  const note = (what: string) => seconds.set(what, (performance.now() - startedAt) / 1_000);
  run('git', ['clone', '--quiet', process.cwd(), checkout], folder);
  note('cloned');
  run('npm', ['ci', '--prefer-offline'], checkout);
  note('installed');
  const started = await startByNpm(checkout, join(checkout, 'data'));
  note('ready');
  const caseId = await see(started.url);
  note('seen');
  const story = `${started.url}/demo/cases/${caseId}`;
  await until(story, ({ status }) => status === 'accepted');
  note('accepted');
  await until(story, ({ payment }) => payment?.state === 'confirmed');
  note('paid');
  await started.stop();
  rmSync(folder, { recursive: true, force: true });
  return seconds;
}

async function measure(): Promise<void> {
  const all: number[] = [];
  while (all.length < Number(options.rounds)) {
    const seconds = await live();
    console.log([...seconds].map(([what, after]) => `${what} ${after.toFixed(1)} s`).join(', '));
    all.push(seconds.get('paid')!);
  }
  report(`P20 best of ${all.length}`, `${Math.min(...all).toFixed(0)} s`);
}

void measure();
