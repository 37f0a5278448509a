import { beforeAll, expect, it } from '@jest/globals';
import type { Payment } from '../../../src/money/payments/payment';
import {
  countPaidToPeers,
  listEarnedThere,
} from '../../../src/money/remittances/peer-figures.service';
import { peerAccountIdOf } from '../../../src/peers/directory/peer-account.service';
import { anId } from '../../support/events';
import { aPayment } from '../../support/payments';
import { startVerifier } from '../../support/verification';
import { type Verifier } from '../../support/verifier';

const address = '0001-00000005-CBCA';
const accountId = peerAccountIdOf(address);

let verifier: Verifier;
beforeAll(async () => {
  verifier = await startVerifier();
});

const ofPeer = (changes: Partial<Payment> = {}): Payment =>
  aPayment({ accountId, address, preparedAt: verifier.clock.now, ...changes });

/** Stores payments as they are prepared: those to the server with what they are for. */
async function store(...payments: readonly Payment[]): Promise<readonly string[]> {
  const { ctx, clock } = verifier;
  await ctx.inTransaction((session) => ctx.payments.insert(payments, session));
  for (const { id: paymentId, kind, accountId: payee } of payments)
    if (kind === 'earnings' && payee === accountId)
      await ctx.remittances.insert({
        ...{ id: anId(), accountId, state: 'paid', paymentId, details: null },
        ...{ beganAt: clock.now, readyAt: clock.now, lateAt: null },
      });
  return payments.map(({ id }) => id);
}

const count = (paymentIds: readonly string[], sign: 1n | -1n) =>
  verifier.ctx.inTransaction((session) =>
    countPaidToPeers(verifier.ctx, paymentIds, { session, sign }),
  );
const figures = async () => (await listEarnedThere(verifier.ctx, [address])).get(address);

it('owes what is on its way, till the ledger has it', async () => {
  await store(ofPeer(), ofPeer({ accountId: anId() }));
  expect(await figures()).toMatchObject({ owed: 700n });
});

it('counts what is paid to servers alone, and takes back what a replaced block had', async () => {
  // Somebody may be paid at a server's address without being it.
  const others = [ofPeer({ accountId: anId() }), ofPeer({ kind: 'withdrawal' })];
  const [first, second] = await store(ofPeer(), ofPeer({ amount: 50n }));
  const ids = await store(...others);
  await count([first!, second!, ...ids], 1n);
  expect(await figures()).toMatchObject({ viewsThere: 0n, paid: 750n });
  await count([second!], -1n);
  expect(await figures()).toMatchObject({ paid: 700n });
});

it('reads no payment of a batch without one of them', async () => {
  const ids = await store(ofPeer({ accountId: anId() }));
  const listByIds = () => Promise.reject(new Error('payments are read'));
  const ctx = { ...verifier.ctx, payments: { ...verifier.ctx.payments, listByIds } };
  await ctx.inTransaction((session) => countPaidToPeers(ctx, ids, { session, sign: 1n }));
});

it('counts more views than 31 bits hold', async () => {
  const { ctx } = verifier;
  const { viewsThere: before = 0n } = (await figures()) ?? {};
  const hour = new Date('2026-05-01T11:00:00Z');
  for (const views of [2 ** 31 - 1, 5])
    await ctx.inTransaction(async (session) => {
      await ctx.peerTotals.addViews(new Map([[address, views]]), session);
      await ctx.peerCredits.add(address, [{ peer: address, hour, views }], session);
    });
  expect(await figures()).toMatchObject({ viewsThere: before + 2n ** 31n + 4n });
  expect((await ctx.peerCredits.list([address])).get(address)?.views).toBe(2 ** 31 + 4);
});
