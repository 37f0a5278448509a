import { beforeEach, describe, expect, it } from '@jest/globals';
import { stopUnpayingPeers } from '../../../src/money/peer-receipts/stop-unpaying-peers.job';
import { allowPeer, denyPeer } from '../../../src/peers/directory/peer-word.service';
import { takeReceipt } from '../../../src/money/peer-receipts/take-receipt.service';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { anId } from '../../support/events';
import { aDeposit } from '../../support/money-access';
import { startVerifier } from '../../support/verification';
import { eleven, minutesAfter, type Verifier } from '../../support/verifier';
import { addPeer } from './foreign-market';

const address = '0001-00000004-DBEB';
const other = '0001-00000005-CBCA';
const hours = (count: number) => minutesAfter(eleven, 60 * count);

let verifier: Verifier;
beforeEach(async () => {
  verifier = await startVerifier({ env: { ADGATE_PEERS: 'approve' } });
  for (const one of [address, other]) await addPeer(verifier, one);
});

const runJob = () => stopUnpayingPeers.run(verifier.ctx, new AbortController().signal, wholeTurn);
const stateOf = async (one = address) => {
  const { state, stopReason } = (await verifier.ctx.peers.find(one))!;
  return stopReason === null ? state : `${state}: ${stopReason}`;
};
const show = (views: number, hour: Date) =>
  verifier.ctx.inTransaction(async (session) => {
    await verifier.ctx.peerCredits.add(address, [{ peer: address, hour, views }], session);
  });

describe('a server that pays nothing', () => {
  it('is stopped at 1,000 views of hours that ended 72 hours ago', async () => {
    await show(600, eleven);
    await show(400, hours(1));
    verifier.clock.now = new Date(hours(74).getTime() - 1);
    await runJob();
    expect(await stateOf()).toBe('allowed');
    verifier.clock.now = hours(74);
    await runJob();
    expect([await stateOf(), await stateOf(other)]).toEqual(['stopped: not_paying', 'allowed']);
  });

  it('is not stopped at 999', async () => {
    await show(999, eleven);
    verifier.clock.now = hours(200);
    await runJob();
    expect(await stateOf()).toBe('allowed');
  });

  it('begins anew once an operator allows it again', async () => {
    await show(1_000, eleven);
    verifier.clock.now = hours(80);
    await runJob();
    await denyPeer(verifier.ctx, { address: other, isHeld: false });
    await allowPeer(verifier.ctx, { address, oursThere: false, theirsHere: true });
    await runJob();
    expect(await stateOf()).toBe('allowed');
    await show(1_000, hours(81));
    verifier.clock.now = hours(155);
    await runJob();
    expect(await stateOf()).toBe('stopped: not_paying');
  });

  it('is not stopped while all are paused, nor before it was asked what it has paid meanwhile', async () => {
    const { ctx } = verifier;
    await show(1_000, eleven);
    verifier.clock.now = hours(1);
    await ctx.peerSettings.setPaused(ctx.now());
    const deposit = { ...aDeposit(anId()), peer: address };
    await ctx.inTransaction((session) => takeReceipt(ctx, deposit, session));
    verifier.clock.now = hours(80);
    await runJob();
    expect(await stateOf()).toBe('allowed');
    await ctx.peerSettings.setPaused(null);
    await runJob();
    expect(await stateOf()).toBe('allowed');
    const receipt = (await ctx.peerReceipts.find(deposit.id))!;
    await ctx.peerReceipts.change(receipt, { nextAt: hours(81) });
    await runJob();
    expect(await stateOf()).toBe('stopped: not_paying');
  });
});
