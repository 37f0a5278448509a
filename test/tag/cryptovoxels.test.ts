import { runInNewContext } from 'node:vm';
import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { send, startApp, type TestApp } from '../support/app';
import { createActiveCampaign } from '../support/campaigns';

let app: TestApp;
let script: string;
let creativeId: string;

beforeAll(async () => {
  app = await startApp();
  const { creatives } = await createActiveCampaign(app.ctx, {
    campaign: { medium: 'metaverse' },
    sizes: ['1024x1024'],
  });
  creativeId = creatives[0]!.id;
  const reply = await send(`${app.url}/supply/cryptovoxels.js`);
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  script = reply.body;
});
afterEach(() => {
  jest.restoreAllMocks();
});

interface Shown {
  readonly url: string;
  readonly link: string;
}

/** An object of a parcel, whose code runs the script beside its settings: so publishers paste it. */
function anObject(scale = { x: 2.5, y: 2.5 }, players: readonly object[] = [{ wallet: '0x01' }]) {
  const shown: Shown[] = [];
  const asked: [url: string, status: number][] = [];
  const bodies: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const settings = `{ payout_network: 'ads', payout_address: '0001-00000002-BB2D', adserver: '${app.url}' }`;
  const feature = { scale, uuid: 'a', set: (changes: Shown) => shown.push(changes) };
  const parcel = {
    id: 42,
    getPlayers: () => players,
    on: (event: string, listener: (event: object) => void) => listeners.set(event, listener),
  };
  const fetched = async (url: string, init?: RequestInit) => {
    const response = await fetch(url, init);
    asked.push([url, response.status]);
    if (typeof init?.body === 'string') bodies.push(init.body);
    return response;
  };
  const scene = { feature, parcel, fetch: fetched, script, Date };
  runInNewContext(`let config = ${settings}; eval(script);`, scene);
  const siteOf = (body: string) => JSON.parse(body).context.site;
  return {
    ...{ shown, asked, pass: (event: string) => listeners.get(event)!({ player: {} }) },
    wallets: () => bodies.map((body) => siteOf(body).metamask),
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

it('shows an ad in an object of a parcel, and its view and click are of one case', async () => {
  const { shown, asked } = anObject();
  await until(() => asked.length === 2);
  expect(shown).toHaveLength(1);
  expect(shown[0]!.url).toContain(`/serve/x${creativeId}.doc`);
  const [, [view, status]] = asked as [unknown, [string, number]];
  expect([new URL(view).pathname, status]).toEqual(['/view', 200]);
  const caseOf = (url: string) => new URL(url).searchParams.get('cid');
  expect(caseOf(shown[0]!.link)).toBe(caseOf(view));
  expect((await send(shown[0]!.link, { redirect: 'manual' })).status).toBe(302);
});

it('asks anew for players that come later, ten seconds after the last ad at the soonest', async () => {
  let now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
  const { shown, asked, pass } = anObject();
  await until(() => asked.length === 2);
  pass('playerenter');
  now += 10_000;
  pass('playernearby');
  pass('playernearby');
  await until(() => asked.length === 4);
  expect(shown).toHaveLength(2);
  expect(clock).toHaveBeenCalled();
});

it('leaves the picture as it is where nothing fits', async () => {
  const { shown, asked } = anObject({ x: 1, y: 500 });
  await until(() => asked.length === 1);
  expect([asked[0]![1], shown]).toEqual([200, []]);
});

it('asks for nobody, and says of a guest no wallet', async () => {
  const { asked, wallets, pass } = anObject(undefined, []);
  expect(asked).toEqual([]);
  pass('playerenter');
  await until(() => asked.length === 2);
  expect(wallets()).toEqual([0]);
  const owner = anObject();
  await until(() => owner.asked.length === 2);
  expect(owner.wallets()).toEqual([1]);
});
