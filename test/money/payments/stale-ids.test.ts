import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import type { ClosedTransaction } from '../../../src/platform/ledger/closed-transaction';
import type { LedgerClient, LedgerWord } from '../../../src/platform/ledger/ledger-client';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import type { SentEntry } from '../../../src/platform/ledger/log-page';
import { addressOfUser } from './ledger-world';
import { coin, type PayingWorld, startPayingWorld } from './paying-world';

/** Of no transaction that there is. */
const staleId = '0001:00000FFF:0001';
const refused: LedgerWord = { state: 'refused', reason: 'ledger error 44' };

let world: PayingWorld;
let honest: LedgerClient;
let alice: string;
beforeEach(async () => {
  world = await startPayingWorld();
  honest = world.ctx.ledger!;
  alice = await world.addPublisher(2);
  await world.earn(alice, 5n);
});
afterEach(() => world.close());

interface Behaviour {
  /** The account's log, with what a crash has left in it. */
  readonly log?: (sent: readonly SentEntry[]) => readonly SentEntry[];
  readonly lookUp?: LedgerClient['lookUp'];
}

/** A node that has crashed, as the real one does. @see docs/ledger-protocol.md §17.4 */
function crashed({ log = (sent) => sent, lookUp }: Behaviour): ServiceContext {
  const ledger: LedgerClient = {
    ...honest,
    ...(lookUp && { lookUp }),
    async *readLog(from) {
      const sent: SentEntry[] = [];
      for await (const page of honest.readLog(from)) {
        if (!page.isLast) yield { ...page, sent: [] };
        sent.push(...page.sent);
        if (page.isLast) yield { ...page, sent: log(sent) };
      }
    },
  };
  return { ...world.ctx, ledger };
}

/** Every number has an id that never came to be, before the one that it has. */
const withStaleIds = (sent: readonly SentEntry[]) => [
  ...sent.map((entry) => ({ ...entry, transactionId: staleId })),
  ...sent,
  ...sent,
];
const answering =
  (word: LedgerWord): LedgerClient['lookUp'] =>
  (id) =>
    id === staleId ? Promise.resolve(word) : honest.lookUp(id);

/** Reads the word of a node that has used the number of a message for somebody else since. */
async function wordOnOthers(): Promise<LedgerWord> {
  const { result } = await world.ledger.callAs(5, 'send_one', {
    ...{ address: addressOfUser(6), amount: '1' },
  });
  world.ledger.closeBlock();
  const word = await honest.lookUp(result['tx'].id);
  expect(word.state).toBe('closed');
  return word;
}

async function sendAndClose(): Promise<void> {
  await world.settle();
  world.ledger.closeBlock();
}

describe('a log with several ids of one number', () => {
  it.each([
    ['the node refuses', () => Promise.resolve(refused)],
    ['is not closed', () => Promise.resolve({ state: 'open' } as const)],
    ['is somebody else’s by now', wordOnOthers],
  ])('is read to the one that is ours where the first one %s', async (_case, wordOf) => {
    await sendAndClose();
    const lookUp = answering(await wordOf());
    await world.settle(crashed({ log: withStaleIds, lookUp }));
    expect(await world.statesOf()).toEqual(['confirmed']);
    expect(await world.outsideAndClearing()).toEqual({ outside: 5n * coin, clearing: 0n });
    expect((await world.ctx.settlements.get()).undecided).toBeNull();
  });

  it('is read on behind the lines of later numbers', async () => {
    await sendAndClose();
    await world.earn(await world.addPublisher(3), 7n);
    await sendAndClose();
    const log = (sent: readonly SentEntry[]) => [
      ...sent.map((entry) => ({ ...entry, transactionId: staleId })),
      ...sent.toReversed(),
    ];
    await world.settle(crashed({ log, lookUp: answering(refused) }));
    expect(await world.statesOf()).toEqual(['confirmed', 'confirmed']);
  });
});

describe('bytes that no id of the log proves', () => {
  const onlyStale = (sent: readonly SentEntry[]) =>
    sent.map((entry) => (entry.messageId === 1 ? { ...entry, transactionId: staleId } : entry));

  const behaviours: readonly (readonly [string, () => Promise<Behaviour>])[] = [
    ['the node refuses it', () => Promise.resolve({ log: onlyStale, lookUp: answering(refused) })],
    [
      'it is somebody else’s',
      async () => ({ log: onlyStale, lookUp: answering(await wordOnOthers()) }),
    ],
    [
      'the log has none',
      () => Promise.resolve({ log: (sent) => sent.filter(({ messageId }) => messageId !== 1) }),
    ],
    [
      'it is our signature under other bytes',
      () => Promise.resolve({ lookUp: changing({ data: '00' }) }),
    ],
    [
      'it is our bytes under another signature',
      () => Promise.resolve({ lookUp: changing({ signature: '00' }) }),
    ],
  ];

  const changing =
    (changes: Partial<ClosedTransaction>): LedgerClient['lookUp'] =>
    async (id) => {
      const word = await honest.lookUp(id);
      if (word.state !== 'closed' || word.transaction.messageId !== 1) return word;
      return { ...word, transaction: { ...word.transaction, ...changes } };
    };

  it.each(behaviours)('stay sent, and others are paid: %s', async (_case, behave) => {
    await sendAndClose();
    const bob = await world.addPublisher(3);
    await world.earn(bob, 7n);
    const ctx = crashed(await behave());
    await world.settle(ctx);
    world.ledger.closeBlock();
    await world.settle(ctx);
    const states = (await world.payments()).map(({ accountId, state }) => [accountId, state]);
    expect(new Map(states as [string, string][])).toEqual(
      new Map([
        [alice, 'sent'],
        [bob, 'confirmed'],
      ]),
    );
    expect(await world.earningsOf(alice)).toBe(0n);
    const { undecided, failure } = await world.ctx.settlements.get();
    expect(failure).toBeNull();
    expect(undecided).toEqual({
      text: expect.stringMatching(/past message id 1 of 0001-00000001-8B4E .* stay sent: 1$/),
      since: expect.any(Date),
    });
    // The node has come up with what it has.
    await world.settle();
    expect(await world.statesOf()).toEqual(['confirmed', 'confirmed']);
    expect((await world.ctx.settlements.get()).undecided).toBeNull();
    expect(await world.outsideAndClearing()).toEqual({ outside: 12n * coin, clearing: 0n });
  });

  it('are looked at in every turn for an hour, then every five minutes', async () => {
    await sendAndClose();
    let looks = 0;
    const lookUp: LedgerClient['lookUp'] = () => {
      looks += 1;
      return Promise.resolve(refused);
    };
    const look = async (seconds: number) => {
      world.ledger.clock.seconds += seconds;
      await world.settle(crashed({ lookUp }));
      return looks;
    };
    expect(await look(0)).toBe(1);
    expect(await look(5)).toBe(2);
    expect(await look(3600)).toBe(3);
    expect(await look(5)).toBe(3);
    expect(await look(300)).toBe(4);
    expect((await world.ctx.settlements.get()).undecided?.since).toEqual(
      new Date((world.ledger.clock.seconds - 3910) * 1000),
    );
    // By a clock that is behind that of the last look.
    expect(await look(-100)).toBe(5);
  });

  it('are told of when no block closes for an hour', async () => {
    await sendAndClose();
    const lookUp: LedgerClient['lookUp'] = () => Promise.resolve({ state: 'open' });
    await world.settle(crashed({ lookUp }));
    expect((await world.ctx.settlements.get()).undecided).toBeNull();
    world.ledger.clock.seconds += 3601;
    await world.settle(crashed({ lookUp }));
    expect((await world.ctx.settlements.get()).undecided?.text).toMatch(/no closed block has it/);
  });
});

it('ends a turn, and decides on nothing, where the node does not answer', async () => {
  await sendAndClose();
  const lookUp: LedgerClient['lookUp'] = () =>
    Promise.reject(new LedgerFailure('unreachable', 'nobody listens there', {}));
  await expect(world.settle(crashed({ lookUp }))).rejects.toThrow(/nobody listens/);
  expect(await world.statesOf()).toEqual(['sent']);
  expect((await world.ctx.settlements.get()).undecided).toBeNull();
});
