import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { ledgerDeposits } from '../../../../src/money/books/checks/deposits';
import { ledgerLog } from '../../../../src/money/books/checks/ledger';
import { keepLog } from '../../../../src/money/books/kept-log/keep-log.service';
import { bookNewDeposits } from '../../../../src/money/deposits/book-new-deposits.service';
import type { LedgerClient } from '../../../../src/platform/ledger/ledger-client';
import type { LogPage, ReceivedEntry, SentEntry } from '../../../../src/platform/ledger/log-page';
import type { MisbehaviourName } from '../../../../sidecar/dev-node/misbehaviour/index';
import { addressOfUser } from '../../payments/ledger-world';
import { coin, type PayingWorld, startPayingWorld } from '../../payments/paying-world';

/** A quarter of a block: after it the queue is published, and the block is open. */
const publishedSeconds = 2;

type Stored = Readonly<Record<string, unknown>> & { readonly _id: string };

let world: PayingWorld;
let honest: LedgerClient;
let alice: string;
beforeEach(async () => {
  world = await startPayingWorld();
  honest = world.ctx.ledger!;
  alice = await world.addPublisher(2);
});
afterEach(() => world.close());

const collectionOf = (name: string) => world.db.collection<Stored>(name);

/** The node with another log than it has. */
const withLog = (change: (page: LogPage) => LogPage): LedgerClient => ({
  ...honest,
  async *readLog(from) {
    for await (const page of honest.readLog(from)) yield change(page);
  },
});

/** The log without what it had before a time. */
const shortened = (begin: Date) =>
  withLog((page) => ({
    ...page,
    sent: page.sent.filter(({ time }) => time >= begin),
    received: page.received.filter(({ time }) => time >= begin),
  }));

const keep = (ledger = honest) => keepLog({ ...world.ctx, ledger });

async function check(ledger = honest) {
  const [sent, received] = await checkBooks({ ...world.ctx, ledger }, [ledgerLog, ledgerDeposits]);
  return { sent: sent!, received: received! };
}

async function pay(): Promise<void> {
  await world.earn(alice, 2n);
  await world.settle();
  world.ledger.passTime(30);
  await world.settle();
}

async function receive(): Promise<void> {
  await world.ledger.callAs(5, 'send_one', { address: addressOfUser(1), amount: '1' });
  world.ledger.passTime(30);
  await bookNewDeposits(world.ctx, new AbortController().signal);
}

/** A payment and a deposit, and when the log may begin without them. */
async function payAndReceive(): Promise<Date> {
  await pay();
  await receive();
  world.ledger.passTime(3600);
  return world.ctx.now();
}

describe('a log that the node shortens', () => {
  it('is compared with the books by what was kept of it, in both directions', async () => {
    const first = await payAndReceive();
    await keep();
    const second = await payAndReceive();
    const node = shortened(first);
    expect(await check(node)).toEqual({
      sent: expect.objectContaining({ checked: 2, problem: null }),
      received: expect.objectContaining({ checked: 2, problem: null }),
    });
    // Entries that the check has read are kept, too.
    const { sent, received } = await check(shortened(second));
    expect([sent.left, received.left]).toEqual([undefined, undefined]);
  });

  it('still shows what is wrong with payments and deposits that it had', async () => {
    const begin = await payAndReceive();
    await keep();
    await payAndReceive();
    const node = shortened(begin);
    const payment = (await collectionOf('payments').find().sort({ createdAt: 1 }).toArray())[0]!;
    const change = (name: string, { _id }: Stored, $set: Partial<Stored>) =>
      collectionOf(name).updateOne({ _id }, { $set });
    await change('payments', payment, { amount: 3n * coin });
    expect((await check(node)).sent.problem).toMatch(/^payment \w+ of 3 is not in .* has 2 for/);
    await change('payments', payment, { amount: payment['amount'] });
    const deposit = (await collectionOf('deposits').find().sort({ sentAt: 1 }).toArray())[0]!;
    await change('deposits', deposit, { amount: 3n * coin });
    expect((await check(node)).received.problem).toMatch(/^deposit \w+ is of 3 from .* of 1 from/);
    await collectionOf('deposits').deleteOne({ _id: deposit._id });
    await collectionOf('journalEntries').deleteOne({ _id: `ledger-deposit:${deposit._id}` });
    expect((await check(node)).received.problem).toMatch(/^1 from .* are no deposit$/);
  });

  it('is told to begin when it does, where nobody has kept what was before', async () => {
    const begin = await payAndReceive();
    await payAndReceive();
    const { sent, received } = await check(shortened(begin));
    expect(sent).toMatchObject({
      ...{ checked: 1, problem: null },
      left: expect.stringMatching(
        /^not compared are payments from before 20.*, where the log begins: 1$/,
      ),
    });
    expect(received).toMatchObject({
      ...{ checked: 1, problem: null },
      left: expect.stringMatching(
        /^not compared are deposits from before 20.*, where the log begins: 1$/,
      ),
    });
    // One that it should have is named all the same.
    const late = (await collectionOf('deposits').find().sort({ sentAt: -1 }).toArray())[0]!;
    const transactionId = '0001:0000FFFF:0001';
    await collectionOf('deposits').updateOne({ _id: late._id }, { $set: { transactionId } });
    expect((await check(shortened(begin))).received.problem).toMatch(
      / is not in the log: transaction 0001:0000FFFF/,
    );
    await collectionOf('paymentBatches').updateMany({}, { $set: { transactionId } });
    expect((await check(shortened(begin))).sent.problem).toMatch(
      /is not in transaction 0001:0000FFFF/,
    );
  });

  it('begins anew where it was shortened past all that was kept', async () => {
    await payAndReceive();
    await keep();
    // Nobody reads these before the node forgets them.
    const begin = await payAndReceive();
    await payAndReceive();
    const { sent, received } = await check(shortened(begin));
    expect([sent.problem, sent.checked, received.problem, received.checked]).toEqual([
      ...[null, 2, null, 2],
    ]);
    expect([sent.left, received.left]).toEqual([
      expect.stringMatching(/where the log begins: 1$/),
      expect.stringMatching(/where the log begins: 1$/),
    ]);
  });
});

describe('a log with lines many times, and with ids that were never given', () => {
  /** The network is not at these numbers yet. */
  const neverOf = (transactionId: string) => transactionId.replace(':0', ':7');
  const twice = <Entry>(entries: readonly Entry[]) => entries.flatMap((one) => [one, one, one]);
  const stale = <Entry extends SentEntry | ReceivedEntry>(entries: readonly Entry[]) =>
    entries.flatMap((one) => [{ ...one, transactionId: neverOf(one.transactionId) }, one]);

  beforeEach(async () => {
    await payAndReceive();
    const params = { address: addressOfUser(9), amount: '0.5' };
    await world.ledger.call('send_one', params);
    world.ledger.passTime(30);
    await payByOthers();
  });

  async function payByOthers(): Promise<void> {
    await expect(world.settle()).rejects.toThrow(/used by other means/);
  }

  it.each([
    ['lines', twice, twice],
    ['ids', stale, stale],
    ['both', (all) => twice(stale(all)), (all) => twice(stale(all))],
  ] as readonly (readonly [
    string,
    (sent: readonly SentEntry[]) => readonly SentEntry[],
    (received: readonly ReceivedEntry[]) => readonly ReceivedEntry[],
  ])[])('counts what a closed block has, once: %s', async (_case, ofSent, ofReceived) => {
    const node = withLog((page) => ({
      ...page,
      sent: ofSent(page.sent),
      received: ofReceived(page.received),
    }));
    const { sent, received } = await check(node);
    expect(sent).toMatchObject({
      ...{ checked: 1, problem: null },
      left: expect.stringMatching(
        /^the account has sent 0.5 by other means .*transactions: 1, the first 0001:/,
      ),
    });
    expect(sent.left).not.toContain('0001:7');
    expect(received).toMatchObject({ checked: 1, problem: null });
    expect(received.left).toBeUndefined();
    expect(await check(node)).toEqual({ sent, received });
  });

  it('tells apart what the network has given such an id to since', async () => {
    // Both stand first with the id of what came after them.
    const node = withLog((page) => ({
      ...page,
      sent: page.sent.flatMap((one, at) => {
        const next = page.sent[at + 1];
        return next ? [{ ...one, transactionId: next.transactionId }, one] : [one];
      }),
      received: page.received.flatMap((one) => [
        { ...one, sender: addressOfUser(7), amount: 9n * coin },
        one,
      ]),
    }));
    const { sent, received } = await check(node);
    expect(sent).toMatchObject({
      ...{ checked: 1, problem: null },
      left: expect.stringMatching(/ sent 0.5 by .*transactions: 1,/),
    });
    expect(received).toMatchObject({ checked: 1, problem: null });
    expect(received.left).toBeUndefined();
  });

  it('names a deposit that was booked by such an id', async () => {
    const deposit = (await collectionOf('deposits').findOne({}))!;
    const transactionId = deposit['transactionId'];
    const node: LedgerClient = {
      ...honest,
      lookUp: (id) =>
        id === transactionId
          ? Promise.resolve({ state: 'refused', reason: 'ledger error 44' })
          : honest.lookUp(id),
    };
    expect((await check(node)).received.problem).toBe(
      `deposit ${deposit._id} never came: the ledger has no such transaction ${String(transactionId)}`,
    );
    // A refusal is none for ever.
    expect((await check()).received.problem).toBeNull();
  });
});

describe('the log of a node after crashes', () => {
  it.each(['stale-ids', 'repacked-messages', 'repeated-lines', 'others-numbers'] as const)(
    'is compared with the books by what closed blocks have: %s',
    async (kind) => {
      let crashes = 0;
      const misbehave = (name: MisbehaviourName) => {
        if (world.ledger.misbehave(name) && name === kind) crashes += 1;
      };
      /** A message of somebody else's that is published: the next crash may pack it again. */
      const publishAnother = async () => {
        await world.ledger.callAs(5, 'send_one', { address: addressOfUser(6), amount: '0.01' });
        world.ledger.passTime(publishedSeconds);
      };
      /** Crashes while a transaction is in no closed block, and afterwards. */
      const crash = () => {
        misbehave(kind === 'others-numbers' ? 'repacked-messages' : kind);
        world.ledger.passTime(publishedSeconds);
        misbehave(kind);
        world.ledger.passTime(60);
        misbehave(kind);
      };
      await world.earn(alice, 2n);
      await publishAnother();
      await world.settle();
      crash();
      await world.settle();
      expect(await world.statesOf()).toEqual(['confirmed']);
      await publishAnother();
      await world.ledger.callAs(5, 'send_one', { address: addressOfUser(1), amount: '1' });
      crash();
      await bookNewDeposits(world.ctx, new AbortController().signal);
      await publishAnother();
      await world.ledger.call('send_one', { address: addressOfUser(9), amount: '0.5' });
      crash();
      expect(crashes).toBeGreaterThan(0);
      const { sent, received } = await check();
      expect(sent).toMatchObject({
        ...{ checked: 1, problem: null },
        left: expect.stringMatching(/^the account has sent 0.5 by .*transactions: 1,/),
      });
      expect(received).toMatchObject({ checked: 1, problem: null });
    },
  );
});
