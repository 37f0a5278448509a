import { afterEach, describe, expect, it } from '@jest/globals';
import { holdPayments } from '../../../src/money/payments/payment.service';
import { pauseSettlement } from '../../../src/money/payments/settlement.service';
import { type PayingWorld, startPayingWorld } from './paying-world';

let world: PayingWorld;
afterEach(() => world.close());

const refused = { code: 'VALIDATION_FAILED' };

describe('the reason of an operator', () => {
  it('says why payments of an account are held, without blanks around it', async () => {
    world = await startPayingWorld();
    const { ctx } = world;
    const alice = await world.addPublisher(2);
    const heldReason = async () =>
      (await ctx.payees.listByIds([alice])).get(alice)?.heldReason ?? null;
    await expect(holdPayments(ctx, { accountId: alice, reason: ' \n' })).rejects.toMatchObject(
      refused,
    );
    expect(await heldReason()).toBeNull();
    await holdPayments(ctx, { accountId: alice, reason: ` ${'x'.repeat(500)} ` });
    expect(await heldReason()).toBe('x'.repeat(500));
  });

  it('says why settlement is paused, without blanks around it', async () => {
    world = await startPayingWorld();
    const { ctx } = world;
    await expect(pauseSettlement(ctx, ' ')).rejects.toMatchObject(refused);
    expect((await ctx.settlements.get()).pausedReason).toBeNull();
    expect((await pauseSettlement(ctx, ' maintenance ')).pausedReason).toBe('maintenance');
  });
});
