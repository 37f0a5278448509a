import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { ledgerDeposits } from '../../../../src/money/books/checks/deposits';
import { ledgerLog } from '../../../../src/money/books/checks/ledger';
import { createLedgerClient } from '../../../../src/platform/ledger/ledger-client';
import { addressOfUser } from '../../payments/ledger-world';
import { type PayingWorld, startPayingWorld } from '../../payments/paying-world';

let world: PayingWorld;
let alice: string;
beforeEach(async () => {
  world = await startPayingWorld();
  alice = await world.addPublisher(2);
});
afterEach(() => world.close());

/** Runs the check of the ledger, whatever the size of the log's pages. */
async function check() {
  const { walletUrl, relayUrl } = world.ledger;
  const found = [];
  for (const logPageSize of [1, 2, 100]) {
    const ledger = createLedgerClient({ walletUrl, relayUrl, confirmBlocks: 2, logPageSize });
    const [result] = await checkBooks({ ...world.ctx, ledger }, [ledgerLog]);
    found.push({ checked: result!.checked, problem: result!.problem, left: result!.left });
  }
  expect(found[1]).toEqual(found[0]);
  expect(found[2]).toEqual(found[0]);
  return found[0]!;
}

const sendByHand = (coins: number) =>
  world.ledger.call('send_one', { address: addressOfUser(9), amount: `${coins}` });

async function pay(): Promise<void> {
  await world.earn(alice, 2n);
  await world.settle();
  world.ledger.closeBlock();
  await world.settle();
}

it('says that it has compared nothing where no wallet asks the ledger', async () => {
  await pay();
  for (const check of [ledgerLog, ledgerDeposits]) {
    const [result] = await checkBooks({ ...world.ctx, ledger: null }, [check]);
    expect(result).toMatchObject({ checked: 0, problem: null });
    expect(result!.left).toContain('nothing was compared with the ledger');
  }
});

describe('what was sent by other means', () => {
  it('is told where the books agree, with what it comes to', async () => {
    await pay();
    expect(await check()).toEqual({ checked: 1, problem: null, left: undefined });
    await sendByHand(7);
    expect((await check()).left).toMatch(
      /^the account has sent 7 by other means since the first payment \(transactions: 1, the first 0001:/,
    );
    await expect(world.settle()).rejects.toThrow(/used by other means/);
    await pay();
    await sendByHand(1);
    expect(await check()).toEqual({
      ...{ checked: 2, problem: null },
      left: expect.stringMatching(/ sent 8 by .*transactions: 2,/),
    });
  });

  it('is not what was sent before the first payment, nor a payment whose block is open', async () => {
    await sendByHand(7);
    world.ledger.closeBlock();
    expect((await check()).left).toBeUndefined();
    await world.earn(alice, 2n);
    await world.settle();
    expect((await check()).left).toBeUndefined();
    world.ledger.closeBlock();
    await world.settle();
    expect((await check()).left).toBeUndefined();
  });

  it('is what has taken the place of a payment, too', async () => {
    await world.earn(alice, 2n);
    world.ledger.mishaps.push('refuse');
    await world.settle();
    await sendByHand(3);
    await expect(world.settle()).rejects.toThrow(/used by other means/);
    world.ledger.closeBlock();
    await world.settle();
    expect(await world.statesOf()).toEqual(['returned', 'sent']);
    expect((await check()).left).toMatch(/ sent 3 by .*transactions: 1,/);
  });
});
