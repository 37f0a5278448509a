import { afterEach, expect, it } from '@jest/globals';
import { ensurePeerAccount } from '../../../src/peers/directory/peer-account.service';
import { settleDuePayments } from '../../../src/money/payments/settle-payments.job';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { assertPresent } from '../../../src/present';
import { anId } from '../../support/events';
import { addressOfUser } from '../payments/ledger-world';
import { coin, type PayingWorld, startPayingWorld } from '../payments/paying-world';

let world: PayingWorld;
afterEach(() => world.close());

const daySeconds = 86_400;

/** Details of five coins that are ready. */
async function writeDetails(accountId: string): Promise<string> {
  const { ctx } = world;
  const [id, at] = [anId(), ctx.now()];
  const line = { cid: anId(), value: 5n * coin };
  await ctx.remittances.putLines(id, { from: 0, put: [line], writtenAt: at });
  await ctx.remittances.insert({
    ...{ id, accountId, state: 'ready', paymentId: null, lateAt: null, beganAt: at, readyAt: at },
    details: { count: 1, sum: line.value, digest: 'd' },
  });
  return id;
}

const writtenTimes = (id: string) =>
  world.db
    .collection<{ _id: string; writtenAt: Date }>('remittanceLines')
    .distinct('writtenAt', { _id: `${id}:000000` });

it.each([
  [12, 'begin to lapse when it is confirmed'],
  [0, 'stay as they were written, where that is within the day'],
])('the lines of a payment that hangs for %i days %s', async (days) => {
  world = await startPayingWorld({ env: { ADGATE_PEERS: 'approve' } });
  const { ctx, ledger, settle, earn, payments } = world;
  const accountId = await ensurePeerAccount(ctx, addressOfUser(3));
  await earn(accountId, 5n);
  const id = await writeDetails(accountId);
  const ready = ctx.now();
  await settle();
  expect(await payments()).toMatchObject([{ accountId, state: 'sent' }]);

  ledger.passTime(days * daySeconds);
  ledger.closeBlock();
  await settle();
  expect(await payments()).toMatchObject([{ state: 'confirmed' }]);
  const expected = days === 0 ? ready : ctx.now();
  expect(await writtenTimes(id)).toEqual([expected]);
  expect(await ctx.remittances.find(id)).toMatchObject({ state: 'paid', readyAt: expected });
});

it('keeps the lines of a payment while it hangs, once a day', async () => {
  world = await startPayingWorld({ env: { ADGATE_PEERS: 'approve' } });
  const { ctx, ledger, settle, earn } = world;
  const accountId = await ensurePeerAccount(ctx, addressOfUser(3));
  await earn(accountId, 5n);
  const id = await writeDetails(accountId);
  await settle();
  const wallet = assertPresent(ctx.ledger, 'there is a wallet');
  const silent = new LedgerFailure('unreachable', 'nobody listens there', {});
  const cut = { ...ctx, ledger: { ...wallet, readOwnAccount: () => Promise.reject(silent) } };
  const hoursKept: number[] = [];
  for (const hours of [23, 1, 23, 1]) {
    ledger.passTime(hours * 3_600);
    const turn = { ...wholeTurn, fence: world.nextFence() };
    const run = settleDuePayments.run(cut, new AbortController().signal, turn);
    await expect(run).rejects.toBe(silent);
    const [writtenAt] = await writtenTimes(id);
    hoursKept.push((ctx.now().getTime() - new Date(writtenAt ?? 0).getTime()) / 3_600_000);
  }
  expect(hoursKept).toEqual([23, 0, 23, 0]);
});
