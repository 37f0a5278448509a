import { beforeAll, expect, it } from '@jest/globals';
import { type InvalidTraffic, partitionOf } from '../../../../src/market/events/event';
import { getHostLooks } from '../../../../src/money/verification/judge/host-looks.service';
import { verifyEventBatch } from '../../../../src/money/verification/judge/verify-events.service';
import { ensurePeerAccount } from '../../../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../../../src/peers/directory/peer-word.service';
import { anEvent, anId } from '../../../support/events';
import { aPeer } from '../../../support/peer-access';
import { startVerifier } from '../../../support/verification';
import {
  aSite,
  eleven,
  type Market,
  minutesAfter,
  usd,
  type Verifier,
} from '../../../support/verifier';

const address = '0001-00000005-CBCA';
const domain = 'peer.example';
const publisher = '2f0d0000-0000-4000-8000-000000000001';
const plain = publisher.replaceAll('-', '');

const start = async (adsTxt: string) => {
  const env = { ADGATE_PEERS: 'approve', ADGATE_PEER_ADS_TXT: adsTxt };
  const verifier = await startVerifier({ env });
  const { ctx, clock } = verifier;
  clock.now = minutesAfter(eleven, -1);
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  await allowPeer(ctx, { address, oursThere: true, theirsHere: false });
  return verifier;
};

let direct: Verifier;
beforeAll(async () => {
  direct = await start('direct');
});

interface Seen {
  readonly unmet?: 'requirementNotMet' | null;
  readonly invalidTraffic?: InvalidTraffic | null;
}

async function view(
  verifier: Verifier,
  host: string,
  { unmet = null, invalidTraffic = null }: Seen = {},
) {
  const { ctx, clock } = verifier;
  clock.now = eleven;
  const publisherId = await ensurePeerAccount(ctx, address);
  const siteId = anId();
  await ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
  const market: Market = { ...(await verifier.addMarket()), publisherId, siteId };
  clock.now = minutesAfter(eleven, 20);
  const peer = {
    ...{ address, cid: anId(), publisher, isShown: true, unmet, needsPage: false },
    host: { host, domain },
  };
  const [event] = await verifier.store(market, {
    ...{ exp: 1_800, peer, price: usd(1), invalidTraffic },
  });
  const judge = async () => {
    await verifyEventBatch(ctx, partitionOf(market.advertiserId));
    return (await verifier.reasonsOf([event!]))[0];
  };
  const look = (names: { readonly direct: readonly string[]; readonly all: readonly string[] }) =>
    ctx.hostLooks.note({ host, domain }, clock.now, names);
  return { judge, look };
}

it('lets a view wait for a look at its host, and asks for it', async () => {
  const { judge, look } = await view(direct, 'news.example');
  expect(await judge()).toBe('waiting');
  expect(await direct.ctx.hostLooks.listWanted(direct.clock.now, 9)).toEqual([
    { host: 'news.example', domain, failures: 0 },
  ]);
  await look({ direct: [plain], all: [plain] });
  direct.clock.now = minutesAfter(direct.clock.now, 1);
  expect(await judge()).toBe('accepted');
});

it('refuses what the host does not name, or names as one that sells again', async () => {
  const { judge, look } = await view(direct, 'paper.example');
  await judge();
  await look({ direct: ['another'], all: ['another', plain] });
  direct.clock.now = minutesAfter(direct.clock.now, 1);
  expect(await judge()).toBe('ads_txt');
});

it('refuses what nobody could look at within an hour', async () => {
  const { judge } = await view(direct, 'away.example');
  direct.clock.now = minutesAfter(direct.clock.now, 59);
  expect(await judge()).toBe('waiting');
  direct.clock.now = minutesAfter(direct.clock.now, 2);
  expect(await judge()).toBe('ads_txt');
});

it('asks no host that the campaign is not for, as anybody can tell one', async () => {
  const { judge } = await view(direct, 'stranger.example', {
    unmet: 'requirementNotMet',
  });
  expect(await judge()).toBe('targeting_not_met');
  const wanted = await direct.ctx.hostLooks.listWanted(direct.clock.now, 99);
  expect(wanted.map(({ host }) => host)).not.toContain('stranger.example');
});

it('asks no host for a bot, which is refused whatever the host says', async () => {
  const { judge } = await view(direct, 'bots.example', { invalidTraffic: 'bot' });
  expect(await judge()).toBe('bot');
  const wanted = await direct.ctx.hostLooks.listWanted(direct.clock.now, 99);
  expect(wanted.map(({ host }) => host)).not.toContain('bots.example');
});

it('asks for 1,000 new hosts of a server a day, and for those that it has known before all the same', async () => {
  const verifier = await start('direct');
  const { ctx, clock } = verifier;
  clock.now = eleven;
  const ask = (hosts: readonly string[], server: string) =>
    getHostLooks(
      ctx,
      hosts.map((host) => {
        const told = { address: server, cid: anId(), publisher, isShown: true, unmet: null };
        const peer = { ...told, needsPage: false, host: { host, domain: `${server}.example` } };
        return anEvent({ occurredAt: clock.now, peer });
      }),
    );
  const countWanted = async () => (await ctx.hostLooks.listWanted(clock.now, 9_999)).length;
  const hosts = Array.from({ length: 1_010 }, (_, at) => `a${at}.news.example`);
  await ask(hosts, 'a');
  expect(await countWanted()).toBe(1_000);
  await ask(['b.news.example'], 'b');
  expect(await countWanted()).toBe(1_001);
  clock.now = minutesAfter(clock.now, 61);
  await ask(hosts, 'a');
  expect(await countWanted()).toBe(1_000);
  clock.now = minutesAfter(clock.now, 28 * 60);
  await ask(hosts, 'a');
  expect(await countWanted()).toBe(1_010);
});

it('takes those that sell again, or looks at nothing, by the operator’s word', async () => {
  const all = await start('all');
  const again = await view(all, 'paper.example');
  await again.judge();
  await again.look({ direct: [], all: [plain] });
  all.clock.now = minutesAfter(all.clock.now, 1);
  expect(await again.judge()).toBe('accepted');
  const none = await start('none');
  expect(await (await view(none, 'paper.example')).judge()).toBe('accepted');
});
