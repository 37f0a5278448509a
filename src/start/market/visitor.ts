import { createHash, randomUUID } from 'node:crypto';
import { isRecord } from '../../record';

/** A visitor of the demo's page. */
export interface Visitor {
  /** Origin of the server whose page it is. */
  readonly origin: string;
  /** Aborted when the visitor goes. */
  readonly signal: AbortSignal;
}

/** An ad that was found for the page. */
interface Ad {
  readonly hash: string;
  readonly serveUrl: string;
  readonly viewUrl: string;
  readonly clickUrl: string;
}

const waitMs = 10_000;
const browser = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Accept-Language': 'en',
} as const;
/** Only fits where the leaderboard does not. */
const narrow = 'Mobile banner';

/**
 * Sees the demo's page once, without a browser: finds ads for its placements, gets and checks their bytes, and views them as
 * the tag does, which leads ads of other servers to those. One ad is clicked, too.
 *
 * @param clickedAt place of the ad that is clicked, counted from 0 over all that are shown; null: none is
 * @throws where the server does not answer as it should.
 */
export async function visit(visitor: Visitor, clickedAt: number | null): Promise<void> {
  for (const [at, ad] of (await findAds(visitor)).entries()) {
    if (!(await isWhole(visitor, ad))) continue;
    const caseId = randomUUID().replaceAll('-', '');
    await view(visitor, ad, caseId);
    if (at === clickedAt) await ask(visitor, `${ad.clickUrl}&cid=${caseId}`);
  }
}

async function findAds(visitor: Visitor): Promise<readonly Ad[]> {
  const page = await askJson(visitor, `${visitor.origin}/demo/config.json`);
  const placements = listOf(page, 'placements').filter(({ name }) => name !== narrow);
  const answer = await askJson(visitor, `${visitor.origin}/supply/find`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      context: { iid: randomUUID(), url: page['url'] },
      placements: placements.map(({ id, types }, at) => ({
        ...{ id: String(at), placementId: id, types },
      })),
    }),
  });
  return listOf(answer, 'data').map((ad) => ({
    hash: textOf(ad, 'hash'),
    serveUrl: textOf(ad, 'serveUrl'),
    viewUrl: textOf(ad, 'viewUrl'),
    clickUrl: textOf(ad, 'clickUrl'),
  }));
}

async function isWhole(visitor: Visitor, { serveUrl, hash }: Ad): Promise<boolean> {
  const bytes = await (await ask(visitor, serveUrl)).bytes();
  return createHash('sha1').update(bytes).digest('hex') === hash;
}

/** Runs the pages, too, by which another server sees that a browser is there. */
async function view(visitor: Visitor, { viewUrl }: Ad, caseId: string): Promise<void> {
  const headers = { Accept: 'application/json' };
  const answer = await askJson(visitor, `${viewUrl}&cid=${caseId}`, { headers });
  const { context } = answer;
  for (const page of Array.isArray(context) ? context : []) {
    await ask(visitor, String(page));
    // As its script does.
    await ask(visitor, String(page), { method: 'POST' });
  }
}

type Members = Readonly<Record<string, unknown>>;

interface Question {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function ask(visitor: Visitor, url: string, init: Question = {}): Promise<Response> {
  const response = await fetch(url, {
    ...init,
    headers: { ...browser, ...init.headers },
    signal: AbortSignal.any([visitor.signal, AbortSignal.timeout(waitMs)]),
  });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return response;
}

async function askJson(visitor: Visitor, url: string, init: Question = {}): Promise<Members> {
  const body: unknown = await (await ask(visitor, url, init)).json();
  if (isRecord(body)) return body;
  throw new Error(`${new URL(url).pathname} answered no object`);
}

function listOf(members: Members, name: string): readonly Members[] {
  const list = members[name];
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

const textOf = (members: Members, name: string): string => String(members[name]);
