import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import type { LedgerClient } from '../../../src/platform/ledger/ledger-client';
import { addressOfUser } from './ledger-world';
import { type PayingWorld, startPayingWorld } from './paying-world';

let world: PayingWorld;
beforeEach(async () => {
  world = await startPayingWorld();
});
afterEach(() => world.close());

const withLedger = (changes: Partial<LedgerClient>) => ({
  ...world.ctx,
  ledger: { ...world.ctx.ledger!, ...changes },
});

const failureOf = async () => (await world.ctx.settlements.get()).failure;

const refusing = (message: string, ledgerCode: number | null = null) =>
  withLedger({
    readOwnAccount: () => Promise.reject(new LedgerFailure('refused', message, { ledgerCode })),
  });

describe('a turn that fails', () => {
  it('says why the last one did, and since when they do, until one does not', async () => {
    await world.settle();
    expect(await failureOf()).toBeNull();
    const since = world.ctx.now();
    await expect(world.settle(refusing('get_me: no\nnot at all', 7))).rejects.toThrow(/get_me/);
    expect(await failureOf()).toEqual({
      ...{ kind: 'ledger', text: 'get_me: no (ledger error 7)', since },
    });
    world.ledger.passTime(60);
    await expect(world.settle(refusing('get_me: '.padEnd(500, 'x')))).rejects.toThrow(/get_me/);
    expect(await failureOf()).toEqual({
      ...{ kind: 'ledger', text: 'get_me: '.padEnd(200, 'x'), since },
    });
    await world.settle();
    expect(await failureOf()).toBeNull();
    world.ledger.passTime(60);
    await expect(world.settle(refusing('again'))).rejects.toThrow(/again/);
    expect(await failureOf()).toMatchObject({ text: 'again', since: world.ctx.now() });
  });

  it('says of which kind that is', async () => {
    const readOwnAccount = async () => ({
      ...(await world.ctx.ledger!.readOwnAccount()),
      address: addressOfUser(5),
    });
    await expect(world.settle(withLedger({ readOwnAccount }))).rejects.toThrow(/signs for/);
    expect(await failureOf()).toMatchObject({
      kind: 'other',
      text: expect.stringMatching(/signs for/),
    });
    await world.settle();
    await world.ledger.call('send_one', { address: addressOfUser(9), amount: '1' });
    await expect(world.settle()).rejects.toThrow(/used by other means/);
    expect(await failureOf()).toMatchObject({
      ...{ kind: 'chain', text: expect.stringMatching(/used by other means/) },
    });
  });

  it('is none that was stopped, or that a later one has overtaken', async () => {
    const stop = new AbortController();
    stop.abort(new Error('the process stops'));
    await expect(world.settle(world.ctx, stop.signal)).rejects.toThrow('the process stops');
    const overtaken = withLedger({
      async readOwnAccount() {
        await world.ctx.settlements.beginTurn(world.nextFence());
        return world.ctx.ledger!.readOwnAccount();
      },
    });
    await world.earn(await world.addPublisher(2), 5n);
    await expect(world.settle(overtaken)).rejects.toThrow('a later turn has begun');
    expect(await failureOf()).toBeNull();
  });
});
