import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { anId, pick } from './chance';
import { childrenOf } from './cpu-time';

const visitorCount = 2_000;
/** The demo's site: what becomes of events there is told to anybody. */
const demoSite = 'gazette.example';
const sites = [demoSite, ...Array.from({ length: 9 }, (_, at) => `site-${at + 1}.example`)];
/** An account on the ledger of `npm start`. */
const publisher = '0001-00000003-AB0C';
const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
];
const placements = [
  { id: 'top', width: 728, height: 90 },
  { id: 'side', width: 300, height: 250 },
];

/** Settings of a server whose visitors name their addresses. */
export const namedAddresses = { ADGATE_TRUSTED_PROXIES: '127.0.0.1' } as const;

/** People at home: each has an address and a browser. */
const visitors = Array.from({ length: visitorCount }, (_, at) => ({
  uid: anId(),
  headers: {
    'Content-Type': 'application/json',
    'User-Agent': pick(browsers),
    'X-Forwarded-For': `84.1${30 + (at >> 8)}.${at % 256}.17`,
  },
}));

interface FoundAd {
  readonly viewUrl: string;
  readonly clickUrl: string;
}

/** The visitors of a server's sites. */
export class Visitors {
  private readonly counts = new Map<string, number>();

  /**
   * @param url of the server
   * @param wait so many milliseconds of the server's clock
   * @param clickShare of ads that are seen
   */
  constructor(
    private readonly url: string,
    private readonly wait: (ms: number) => Promise<unknown>,
    private readonly clickShare: number,
  ) {}

  /** Opens a page, sees most of its ads for a second, and clicks few. @returns cases on the demo's site */
  async visit(): Promise<readonly string[]> {
    const { uid, headers } = pick(visitors);
    const site = pick(sites);
    const context = { iid: randomUUID(), url: `https://${site}/`, publisher, uid };
    const response = await fetch(`${this.url}/supply/find`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ context, placements }),
    });
    this.count(`find ${response.status}`);
    if (response.status !== 200) return [];
    const { data } = (await response.json()) as { readonly data: readonly FoundAd[] };
    const cases: string[] = [];
    for (const ad of data) {
      await this.wait(1_500 + Math.random() * 5_000);
      if (Math.random() < 0.1) continue;
      const caseId = anId();
      if (site === demoSite) cases.push(caseId);
      await this.tell('view', `${ad.viewUrl}&cid=${caseId}`, headers);
      if (Math.random() > this.clickShare) continue;
      await this.wait(2_000 + Math.random() * 5_000);
      await this.tell('click', `${ad.clickUrl}&cid=${caseId}`, headers);
    }
    return cases;
  }

  /** Counts a visit that came to nothing. */
  miss(): void {
    this.count('missed');
  }

  /** Events that the server has taken. */
  get events(): number {
    return (this.counts.get('view 200') ?? 0) + (this.counts.get('click 302') ?? 0);
  }

  /** All that was counted, as a text. */
  get summary(): string {
    return [...this.counts].map(([name, number]) => `${name}: ${number}`).join(', ');
  }

  private async tell(kind: string, url: string, headers: Readonly<Record<string, string>>) {
    const { status } = await fetch(url, { headers, redirect: 'manual' });
    this.count(`${kind} ${status}`);
  }

  private count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}

/** Bytes of all files of a folder. */
export function diskBytes(folder: string): number {
  return readdirSync(folder, { recursive: true }).reduce((sum, name) => {
    // A file may be gone since.
    const stats = statSync(join(folder, String(name)), { throwIfNoEntry: false });
    return sum + (stats?.isFile() === true ? stats.size : 0);
  }, 0);
}

/** Sums up a figure of each process of a tree by its program, such as `start/gateway.js`. */
export function sumByProgram(
  pid: number,
  figureOf: (pid: number) => number,
  sums = new Map<string, number>(),
): ReadonlyMap<string, number> {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const program = words.find((word) => /\.js$/.test(word)) ?? words[0] ?? '';
  const name = program.split('/').slice(-2).join('/');
  sums.set(name, (sums.get(name) ?? 0) + figureOf(pid));
  for (const child of childrenOf(pid)) sumByProgram(child, figureOf, sums);
  return sums;
}
