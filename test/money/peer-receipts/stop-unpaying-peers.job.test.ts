import { beforeEach, describe, expect, it } from '@jest/globals';
import { stopUnpayingPeers } from '../../../src/money/peer-receipts/stop-unpaying-peers.job';
import { allowPeer, denyPeer } from '../../../src/peers/directory/peer-word.service';
import { awaitedIdOf } from '../../../src/money/deposits/awaited-transfer';
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
/** The ledger was asked for all up to then. */
const hear = async (to: Date) => {
  const { ctx } = verifier;
  const { ledgerAddress } = ctx.config;
  await ctx.deposits.noteReadTo(ledgerAddress, to);
  await ctx.deposits.noteLookedAgain(ledgerAddress, to);
  await ctx.peerScans.put({ ...(await ctx.peerScans.get()), scannedTo: to });
};

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

  it('is not stopped for what nobody has read while the ledger was away', async () => {
    const { ctx, clock } = verifier;
    await show(1_000, eleven);
    await hear(hours(1));
    clock.now = hours(80);
    await runJob();
    expect(await stateOf()).toBe('allowed');
    // The node has the blocks of the last hours not yet.
    await ctx.deposits.noteLookedAgain(ctx.config.ledgerAddress, hours(80));
    await runJob();
    expect(await stateOf()).toBe('allowed');
    await hear(hours(80));
    await runJob();
    expect(await stateOf()).toBe('stopped: not_paying');
  });

  it('is not stopped before its transfers are looked at that the log has meanwhile', async () => {
    const { ctx, clock } = verifier;
    await show(1_000, eleven);
    clock.now = hours(80);
    await hear(hours(80));
    const { ledgerAddress } = ctx.config;
    const { transactionId, amount, message } = aDeposit(anId());
    const transfer = { transactionId, amount, message, sender: address, time: hours(2) };
    const id = awaitedIdOf(ledgerAddress, transfer);
    await ctx.awaitedTransfers.put([{ ...transfer, id, ledgerAddress, block: null }]);
    await runJob();
    expect(await stateOf()).toBe('allowed');
    await ctx.awaitedTransfers.postpone(id, { lookAt: hours(81), block: null });
    await runJob();
    expect(await stateOf()).toBe('stopped: not_paying');
  });
});
