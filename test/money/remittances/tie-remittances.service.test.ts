import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Payment } from '../../../src/money/payments/payment';
import type { Remittance } from '../../../src/money/remittances/remittance';
import { tieRemittances } from '../../../src/money/remittances/tie-remittances.service';
import { peerAccountIdOf } from '../../../src/peers/directory/peer-account.service';
import { anId } from '../../support/events';
import { aPayment } from '../../support/payments';
import { startVerifier } from '../../support/verification';
import { type Verifier } from '../../support/verifier';

const address = '0001-00000005-CBCA';
const accountId = peerAccountIdOf(address);

let one: Verifier;
let remittance: Remittance;
beforeAll(async () => {
  one = await startVerifier();
});
beforeEach(async () => {
  for (const open of (await one.ctx.remittances.listOpen([accountId])).values())
    await one.ctx.remittances.change(open.id, open.state, { state: 'returned' });
  remittance = {
    ...{ id: anId(), accountId, state: 'ready', paymentId: null, lateAt: null },
    ...{ beganAt: one.clock.now, readyAt: one.clock.now },
    details: { count: 2, sum: 700n, digest: 'd' },
  };
  await one.ctx.remittances.insert(remittance);
});

const ofPeer = (changes: Partial<Payment> = {}): Payment =>
  aPayment({ accountId, address, preparedAt: one.clock.now, ...changes });
const tie = (...payments: readonly Payment[]) =>
  one.ctx.inTransaction((session) => tieRemittances(one.ctx, payments, session));

it('ties a payment to the details that sum up to it, and leaves others alone', async () => {
  const payment = ofPeer();
  // Somebody may be paid at a server's address without being it.
  await tie(ofPeer({ accountId: anId() }), payment);
  expect(await one.ctx.remittances.findByPayment(payment.id)).toMatchObject({
    ...{ id: remittance.id, state: 'paid', details: { count: 2, sum: 700n, digest: 'd' } },
  });
  expect((await one.ctx.remittances.listOpen([accountId])).size).toBe(0);
});

it('ties nothing where the sum is another, or there are no details', async () => {
  await expect(tie(ofPeer({ amount: 701n }))).rejects.toThrow('are not 701');
  expect((await one.ctx.remittances.listOpen([accountId])).get(accountId)).toEqual(remittance);
  await tie(ofPeer());
  await expect(tie(ofPeer())).rejects.toThrow('are not 700');
});
