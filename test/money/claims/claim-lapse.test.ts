import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AddressClaim } from '../../../src/money/claims/claim';
import { claimAddress } from '../../../src/money/claims/claim.service';
import { findShownClaim } from '../../../src/money/claims/prove-claim.service';
import { addressOfUser } from '../payments/ledger-world';
import { type PayingWorld, startPayingWorld } from '../payments/paying-world';

const weekMs = 7 * 86_400_000;
const address = addressOfUser(5);

let world: PayingWorld;
let accountId: string;
beforeAll(async () => {
  world = await startPayingWorld();
  accountId = await world.addPublisher(2);
});
afterAll(() => world.close());

/** Claims the address at a time. */
const claimAt = (ms: number): Promise<AddressClaim> =>
  claimAddress({ ...world.ctx, now: () => new Date(ms) }, { accountId, address });

it('a claim is shown by a transfer of the seven days behind it, to the millisecond', async () => {
  const at = world.ctx.now().getTime();
  const { code } = await claimAt(at);
  const shownAt = async (ms: number) =>
    (await findShownClaim(world.ctx, { sender: address, time: new Date(ms), codes: [code] }))?.code;
  expect([await shownAt(at + weekMs), await shownAt(at + weekMs + 1)]).toEqual([code, undefined]);
});

it('a claim is given again to who asks for it, until it lapses: then a new one is', async () => {
  const at = world.ctx.now().getTime() + 30 * 86_400_000;
  const { code } = await claimAt(at);
  expect((await claimAt(at + weekMs - 1)).code).toBe(code);
  expect((await claimAt(at + weekMs)).code).not.toBe(code);
});
