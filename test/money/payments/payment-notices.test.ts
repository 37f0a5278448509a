import { afterEach, describe, expect, it } from '@jest/globals';
import type { WebhookKind } from '../../../src/insight/notifications/webhook-kind';
import { webhookResource } from '../../../src/insight/notifications/webhook.resource';
import { exampleOf } from '../../../src/platform/resources/resource';
import { addEarners, earnAll, settleToTheEnd } from './earners';
import { type PayingWorld, startPayingWorld } from './paying-world';

let world: PayingWorld;
afterEach(() => world.close());

function addWebhook(accountId: string, kinds: readonly WebhookKind[], isEnabled = true) {
  const { createdAt, updatedAt, ...example } = exampleOf(webhookResource);
  const webhook = { ...example, id: accountId, accountId, url: 'https://hook.example' };
  return world.ctx.webhooks.insert({ ...webhook, kinds, isEnabled });
}

/** Kinds and accounts of what was put down to be told. */
async function putDown(): Promise<readonly string[]> {
  const entries = await world.ctx.noticeOutbox.listOldest(100);
  return entries.map(({ kind, accountId }) => `${kind} ${accountId}`).toSorted();
}

describe('notices of payments', () => {
  it('are put down for those who ask for them', async () => {
    world = await startPayingWorld();
    const earners = await addEarners(world, [2, 3, 4]);
    const [both, sent, off] = earners.map(({ accountId }) => accountId) as [string, string, string];
    await addWebhook(both, ['payment.sent', 'payment.confirmed']);
    await addWebhook(sent, ['payment.sent']);
    await addWebhook(off, ['payment.sent', 'payment.confirmed'], false);
    await earnAll(world, earners, 5n);
    await settleToTheEnd(world, 3);
    expect(await world.statesOf()).toEqual(['confirmed', 'confirmed', 'confirmed']);
    const expected = [
      `payment.confirmed ${both}`,
      `payment.sent ${both}`,
      `payment.sent ${sent}`,
    ].toSorted();
    expect(await putDown()).toEqual(expected);
  });

  it('cost no reading of payments where nobody asks, and no other server is paid', async () => {
    world = await startPayingWorld();
    const earners = await addEarners(world, [2, 3]);
    await addWebhook(earners[0]!.accountId, ['deposit.booked']);
    await earnAll(world, earners, 5n);
    const { ctx } = world;
    let reads = 0;
    const watched: typeof ctx = {
      ...ctx,
      payments: {
        ...ctx.payments,
        listByIds: (...args) => {
          reads += 1;
          return ctx.payments.listByIds(...args);
        },
      },
    };
    for (let turn = 0; turn < 3; turn += 1) {
      await world.settle(watched);
      world.ledger.closeBlock();
    }
    expect(await world.statesOf()).toEqual(['confirmed', 'confirmed']);
    expect([reads, await putDown()]).toEqual([0, []]);
  });
});
