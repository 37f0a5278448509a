import { beforeAll, expect, it } from '@jest/globals';
import type { Payment } from '../../../src/money/payments/payment';
import {
  countPaidToPeers,
  listEarnedThere,
} from '../../../src/money/remittances/peer-figures.service';
import { peerAccountIdOf } from '../../../src/peers/directory/peer-account.service';
import { anId } from '../../support/events';
import { startVerifier, type Verifier } from '../../support/verification';

const address = '0001-00000005-CBCA';
const accountId = peerAccountIdOf(address);

let verifier: Verifier;
beforeAll(async () => {
  verifier = await startVerifier();
});

const aPayment = (changes: Partial<Payment> = {}): Payment => ({
  ...{ id: anId(), kind: 'earnings', accountId, address, amount: 700n, state: 'prepared' },
  ...{ earnedFrom: null, dueSince: null, earnedUntil: null, preparedAt: verifier.clock.now },
  ...{ sentAt: null, confirmedAt: null, returnedAt: null, transactionId: null, reason: null },
  ...changes,
});

const count = (payments: readonly Payment[], sign: 1n | -1n) =>
  verifier.ctx.inTransaction((session) =>
    countPaidToPeers(verifier.ctx, payments, { session, sign }),
  );
const figures = async () => (await listEarnedThere(verifier.ctx, [address])).get(address);

it('counts what is paid to servers alone, and takes back what a replaced block had', async () => {
  // Somebody may be paid at a server's address without being it.
  const others = [aPayment({ accountId: anId() }), aPayment({ kind: 'withdrawal' })];
  await count([aPayment(), aPayment({ amount: 50n }), ...others], 1n);
  expect(await figures()).toEqual({ viewsThere: 0, owed: 0n, paid: 750n });
  await count([aPayment({ amount: 50n })], -1n);
  expect(await figures()).toMatchObject({ paid: 700n });
});

it('owes what is on its way, till the ledger has it', async () => {
  await verifier.ctx.inTransaction((session) =>
    verifier.ctx.payments.insert([aPayment(), aPayment({ accountId: anId() })], session),
  );
  expect(await figures()).toMatchObject({ owed: 700n });
});
