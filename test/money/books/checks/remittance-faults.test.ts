import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { paidRemittances } from '../../../../src/money/books/checks/remittances';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import type { Payment } from '../../../../src/money/payments/payment';
import type { RemittanceLine } from '../../../../src/money/remittances/remittance';
import { tieRemittances } from '../../../../src/money/remittances/tie-remittances.service';
import { peerAccountIdOf } from '../../../../src/peers/directory/peer-account.service';
import { dayMs } from '../../../../src/time';
import { anId } from '../../../support/events';
import { aPayment } from '../../../support/payments';
import { aPeer } from '../../../support/peer-access';
import { startVerifier } from '../../../support/verification';
import type { Verifier } from '../../../support/verifier';

const address = '0001-00000005-CBCA';
const accountId = peerAccountIdOf(address);

let one: Verifier;
let remittanceId: string;
let payment: Payment;
beforeAll(async () => {
  one = await startVerifier();
  const { ctx } = one;
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
});
beforeEach(async () => {
  for (const name of ['remittances', 'remittanceLines', 'payments'])
    await collectionOf(name).deleteMany({});
  remittanceId = await remit(Array.from({ length: 1_500 }, () => ({ cid: anId(), value: 2n })));
  payment = aPayment({ accountId, address, preparedAt: one.clock.now, amount: 3_000n });
  await one.ctx.inTransaction(async (session) => {
    await one.ctx.payments.insert([payment], session);
    await tieRemittances(one.ctx, [payment], session);
  });
});

const collectionOf = (name: string) => one.db.collection<{ readonly _id: string }>(name);

/** Writes details that are ready to be paid. @returns the remittance's id */
async function remit(lines: readonly RemittanceLine[]): Promise<string> {
  const { remittances } = one.ctx;
  const id = anId();
  const writtenAt = one.clock.now;
  for (let from = 0; from < lines.length; from += 1_000)
    await remittances.putLines(id, { from, put: lines.slice(from, from + 1_000), writtenAt });
  const digest = createHash('sha256');
  for (const { cid, value } of lines) digest.update(`${cid} ${value}\n`);
  const sum = lines.reduce((total, { value }) => total + value, 0n);
  await remittances.insert({
    ...{ id, accountId, state: 'ready', paymentId: null, lateAt: null },
    ...{ beganAt: writtenAt, readyAt: writtenAt },
    details: { count: lines.length, sum, digest: digest.digest('hex') },
  });
  return id;
}

async function check() {
  const [{ checked, problem } = {}] = await checkBooks(one.ctx, [paidRemittances]);
  return { checked, problem };
}

const change = (name: string, id: string, set: object) =>
  collectionOf(name).updateOne({ _id: id }, { $set: set });

it('proves details that are right, paid and not', async () => {
  await remit([{ cid: anId(), value: 5n }]);
  expect(await check()).toEqual({ checked: 2, problem: null });
});

it('names a payment that is not the sum of its details', async () => {
  await change('payments', payment.id, { amount: 3_001n });
  const { problem } = await check();
  expect(problem).toBe(`payment ${payment.id} is 0.00000003001, its details come to 0.00000003`);
});

it('names a line that was changed, and one that is gone', async () => {
  const lines = await one.ctx.remittances.listLines(remittanceId, { offset: 1_000, limit: 500 });
  const writtenAt = one.clock.now;
  const put = lines.map((line, nth) => (nth === 7 ? { ...line, cid: anId() } : line));
  const said = `the lines of remittance ${remittanceId} are not those that its details tell of`;
  await one.ctx.remittances.putLines(remittanceId, { from: 1_000, put, writtenAt });
  expect((await check()).problem).toBe(said);
  await one.ctx.remittances.putLines(remittanceId, { from: 1_000, put: lines, writtenAt });
  expect((await check()).problem).toBeNull();
  await one.ctx.remittances.removeLines(remittanceId, 1_000);
  expect((await check()).problem).toBe(said);
  // The lines of old payments are removed.
  one.clock.now = new Date(one.clock.now.getTime() + 96 * dayMs);
  expect((await check()).problem).toBeNull();
});

it('names a payment to a server that has no details, and details of no payment', async () => {
  await change('remittances', remittanceId, { paymentId: anId() });
  expect((await check()).problem).toBe(`remittance ${remittanceId} has no payment of its server`);
  await collectionOf('remittances').deleteOne({ _id: remittanceId });
  expect((await check()).problem).toBe(`payment ${payment.id} to ${address} has no details`);
});

it('names details that are told again though their payment was made', async () => {
  await change('remittances', remittanceId, { state: 'returned' });
  expect((await check()).problem).toBe(
    `remittance ${remittanceId} is returned, its payment ${payment.id} is prepared`,
  );
});
