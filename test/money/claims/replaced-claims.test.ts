import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { claimAddressFor } from '../../../src/money/claims/claim.service';
import { reportSettlement } from '../../../src/money/payments/settlement.service';
import type { LedgerClient } from '../../../src/platform/ledger/ledger-client';
import { addressOfUser } from '../payments/ledger-world';
import { type ClaimingWorld, startClaimingWorld } from './claiming-world';

let world: ClaimingWorld;
let ada: string;
let made: string;
beforeEach(async () => {
  world = await startClaimingWorld();
  ada = await world.addAccount('ada');
  ({ publisherId: made } = await world.find(5));
});
afterEach(() => world.close());

const readWith = (changes: Partial<LedgerClient>) => {
  world.ledger.passTime(60);
  return world.read({ ...world.ctx, ledger: { ...world.ctx.ledger!, ...changes } });
};
/** Its block has closed, and has it no more. */
const lost: Partial<LedgerClient> = {
  lookUp: () => Promise.resolve({ state: 'open' }),
  findClosed: () => Promise.resolve(null),
};
const problems = async () =>
  (await reportSettlement(world.ctx)).problems
    .filter(({ kind }) => kind === 'claims_replaced')
    .map(({ text }) => text);

describe.each(['0', '0.1'])('a claim by a transfer of %s coins', (amount) => {
  const told = () => [
    `blocks that showed whose addresses are were replaced: ads:${addressOfUser(5)} of account ${ada}, into which publisher ${made} was merged`,
  ];

  beforeEach(async () => {
    await world.transfer(5, await world.claim(ada, 5), amount);
    await world.read();
    expect([await world.holderOf(5), await problems()]).toEqual([ada, []]);
  });

  it('is told of while no block has it, and stays', async () => {
    await readWith(lost);
    expect([await world.holderOf(5), await problems()]).toEqual([ada, told()]);
    await readWith(lost);
    expect(await problems()).toEqual(told());
    await readWith({});
    await readWith({});
    expect([await world.holderOf(5), await problems()]).toEqual([ada, []]);
    await readWith(lost);
    expect(await problems()).toEqual(told());
  });

  it('is told of no more once an operator vouches for it', async () => {
    await readWith(lost);
    const account = (await world.ctx.accounts.findById(ada))!;
    await claimAddressFor(world.ctx, { account, address: addressOfUser(5) });
    await readWith(lost);
    expect(await problems()).toEqual([]);
  });

  it('is told of no more once a transfer with its code comes by another id', async () => {
    const code = (await world.ctx.addressClaims.listOwned(ada))[0]!.code;
    const honest = world.ctx.ledger!;
    const first = (await world.ctx.addressClaims.listOwned(ada))[0]!.transactionId;
    const without: Partial<LedgerClient> = {
      lookUp: (id) => (id === first ? Promise.resolve({ state: 'open' }) : honest.lookUp(id)),
      findClosed: (id) => (id === first ? Promise.resolve(null) : honest.findClosed(id)),
    };
    await readWith(without);
    expect(await problems()).toEqual(told());
    await world.transfer(5, code, amount);
    await readWith(without);
    await readWith(without);
    expect(await problems()).toEqual([]);
  });

  it('is not told of while the node is behind, nor after 16 blocks of the public network', async () => {
    await readWith({ ...lost, isClosed: () => Promise.resolve(false) });
    expect(await problems()).toEqual([]);
    world.ledger.passTime(16 * 512);
    await readWith({});
    world.ledger.passTime(60);
    await readWith(lost);
    expect(await problems()).toEqual([]);
  });
});
