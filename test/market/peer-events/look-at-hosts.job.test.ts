import { beforeAll, expect, it } from '@jest/globals';
import { hostLookIdOf } from '../../../src/market/peer-events/host-look.store';
import { lookAtHosts } from '../../../src/market/peer-events/look-at-hosts.job';
import type { Egress } from '../../../src/platform/egress/egress';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { startVerifier } from '../../support/verification';
import { eleven, minutesAfter, type Verifier } from '../../support/verifier';

const domain = 'peer.example';
const publisher = '2f0d0000-0000-4000-8000-000000000001';
const plain = publisher.replaceAll('-', '');

let one: Verifier;
let called: string[] = [];
/** The texts that hosts have, by their URLs. */
const texts = new Map<string, string>();

beforeAll(async () => {
  one = await startVerifier({ env: { ADGATE_PEERS: 'approve' } });
});

const getText: Egress['getText'] = (url) => {
  called.push(url);
  const text = texts.get(url);
  return Promise.resolve(
    text === undefined
      ? { text: null, problem: 'it is 404', location: null }
      : { text, problem: null, location: null },
  );
};

async function run(): Promise<void> {
  called = [];
  const egress = { ...one.ctx.egress, getText };
  const signal = new AbortController().signal;
  await lookAtHosts.run({ ...one.ctx, egress, peerMode: 'approve' }, signal, wholeTurn);
}

async function lookOf(host: string) {
  const id = hostLookIdOf({ host, domain });
  return (await one.ctx.hostLooks.listByIds([id])).get(id);
}

const want = (host: string) => one.ctx.hostLooks.want([{ host, domain }], one.clock.now);

it('reads who may sell for a host, and once in a day', async () => {
  texts.set(
    'https://news.example/ads.txt',
    `PEER.example, ${publisher.toUpperCase()}, DIRECT, abc # ours
peer.example, Agency-7, RESELLER
other.example, 1, DIRECT
peer.example.evil.test, 2, DIRECT`,
  );
  await want('news.example');
  await run();
  expect(await lookOf('news.example')).toEqual({
    ...{ lookedAt: one.clock.now, direct: [plain], all: [plain, 'agency-7'] },
  });
  await want('news.example');
  await run();
  expect(called).toEqual([]);
  one.clock.now = minutesAfter(one.clock.now, 24 * 60);
  await want('news.example');
  await run();
  expect(called).toEqual(['https://news.example/ads.txt']);
});

it('takes the domain above where a host has no such text, and tries again after 5 minutes', async () => {
  one.clock.now = eleven;
  await want('a.b.paper.example');
  await run();
  expect(called).toEqual(
    ['a.b.paper.example', 'b.paper.example', 'paper.example'].map(
      (host) => `https://${host}/ads.txt`,
    ),
  );
  expect(await lookOf('a.b.paper.example')).toEqual({ lookedAt: null, direct: [], all: [] });
  await run();
  expect(called).toEqual([]);
  texts.set('https://paper.example/ads.txt', `peer.example, ${plain}, DIRECT`);
  one.clock.now = minutesAfter(eleven, 5);
  await run();
  expect(await lookOf('a.b.paper.example')).toMatchObject({ direct: [plain] });
});

it('tries a host that cannot be read ever more seldom, however often somebody tells it', async () => {
  one.clock.now = eleven;
  const host = 'away.example';
  const tries: number[] = [];
  for (let minutes = 0; minutes < 24 * 60; minutes += 5) {
    one.clock.now = minutesAfter(eleven, minutes);
    await want(host);
    await run();
    if (called.includes(`https://${host}/ads.txt`)) tries.push(minutes);
  }
  expect(tries).toEqual([0, 5, 15, 35, 75, 155, 315, 635, 995, 1_355]);
  texts.set(`https://${host}/ads.txt`, `peer.example, ${plain}, DIRECT`);
  one.clock.now = minutesAfter(eleven, 1_355 + 6 * 60);
  await want(host);
  await run();
  expect(await lookOf(host)).toMatchObject({ direct: [plain] });
});

it.each(['localhost', '127.0.0.1', '10.0.0.1', 'a.localhost'])(
  'calls nobody for %s',
  async (host) => {
    await want(host);
    await run();
    expect(called.filter((url) => url.includes(host))).toEqual([]);
  },
);

it('asks an address for its own text alone: a part of an address is another one', async () => {
  await want('1.2.3.4');
  await run();
  expect(called).toEqual(['https://1.2.3.4/ads.txt']);
});
