import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PeerStanding, StopReason } from '../../../src/peers/directory/peer';
import { getPeer } from '../../../src/peers/directory/peer.service';
import { allowPeer } from '../../../src/peers/directory/peer-word.service';
import { stopPeer } from '../../../src/peers/directory/stop-peer.service';
import { type CapturedLog, captureLog } from '../../support/captured-log';
import { killAtEach } from '../../support/killed-at-each';
import { aPeer } from '../../support/peer-access';
import { startVerifier } from '../../support/verification';
import type { Verifier } from '../../support/verifier';
import { addToldOperator, toldTo } from '../told-operator';

const address = '0001-00000003-AB0C';
const message = 'another server was stopped';

let verifier: Verifier;
let ctx: Verifier['ctx'];
let operatorId: string;
let captured: CapturedLog;
beforeAll(async () => {
  verifier = await startVerifier({ env: { ADGATE_PEERS: 'approve' } });
});
beforeEach(async () => {
  captured = captureLog('warn');
  ctx = { ...verifier.ctx, log: captured.log };
  operatorId = await addToldOperator(ctx, ['peer.stopped']);
  await beginWith({ state: 'allowed' });
});

async function beginWith(standing: Partial<PeerStanding>): Promise<void> {
  for (const model of ctx.peers.models) await model.deleteMany({});
  const peer = aPeer({ address, ...standing });
  await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
}

const notice = (stopReason: StopReason) => ({
  ...{ kind: 'peer.stopped', address, name: 'AdServer', stopReason },
});
const toldOf = () => toldTo(ctx, operatorId);
const logged = () => captured.entriesOf(message);

describe('a stopped server', () => {
  it('is told of once to each operator who asks for that, and is a line in the log', async () => {
    const other = await addToldOperator(ctx, ['peer.stopped']);
    const silent = await addToldOperator(ctx, ['peer.found']);
    for (const _again of [1, 2, 3]) await stopPeer(ctx, address, 'bad_answers');
    const told = [await toldOf(), await toldTo(ctx, other), await toldTo(ctx, silent)];
    expect(told).toEqual([[notice('bad_answers')], [notice('bad_answers')], []]);
    expect(logged()).toMatchObject([{ peer: address, stopReason: 'bad_answers' }]);
  });

  it('is told of once where many stop it at once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => stopPeer(ctx, address, 'changed_creatives')));
    expect(await toldOf()).toEqual([notice('changed_creatives')]);
    expect(logged()).toHaveLength(1);
  });

  it('is told of again once an operator has allowed it', async () => {
    await stopPeer(ctx, address, 'not_paying');
    await allowPeer(ctx, { address, oursThere: false, theirsHere: true });
    await stopPeer(ctx, address, 'not_paying');
    expect(await toldOf()).toEqual([notice('not_paying'), notice('not_paying')]);
    expect(logged()).toHaveLength(2);
  });

  it('is told of again where the rest of it ends, too', async () => {
    await stopPeer(ctx, address, 'not_paying');
    verifier.clock.now = new Date(verifier.clock.now.getTime() + 1);
    await stopPeer(ctx, address, 'bad_answers');
    await stopPeer(ctx, address, 'not_paying');
    expect(await toldOf()).toEqual([notice('not_paying'), notice('bad_answers')]);
    expect(logged()).toHaveLength(2);
  });

  it.each(['found', 'denied'] as const)(
    'is none that was %s: nobody is told, and nothing is logged',
    async (state) => {
      await beginWith({ state });
      await stopPeer(ctx, address, 'bad_answers');
      expect([await toldOf(), logged()]).toEqual([[], []]);
    },
  );

  it('is stopped and told of once, or not at all, wherever that ends', async () => {
    const kills = await killAtEach(ctx, ['peers', 'notices', 'accounts'], async (kill, death) => {
      await beginWith({ state: 'allowed' });
      const before = (await toldOf()).length;
      const stop = (broken: Verifier['ctx']) => stopPeer(broken, address, 'bad_answers');
      if (await kill(stop)) {
        const isStopped = (await getPeer(ctx, address)).state === 'stopped';
        const told = (await toldOf()).length - before;
        expect([death, isStopped, told]).toEqual(
          death.where === 'committed' ? [death, true, 1] : [death, false, 0],
        );
      }
      await stop(ctx);
      const { states } = await getPeer(ctx, address);
      expect(states.map(({ state }) => state)).toEqual(['allowed', 'stopped']);
      expect([death, (await toldOf()).length - before]).toEqual([death, 1]);
    });
    // Before and after each of four calls, and behind the transaction.
    expect(kills).toBeGreaterThanOrEqual(9);
  });
});
