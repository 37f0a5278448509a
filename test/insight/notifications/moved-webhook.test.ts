import { beforeAll, describe, expect, it } from '@jest/globals';
import { updateWebhook } from '../../../src/insight/notifications/webhook.service';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { startReceiver } from '../../support/receiver';
import { minutesAfter, noon, usd } from '../../support/verifier';
import { type NotificationWorld, startNotificationWorld } from './notification-world';

let world: NotificationWorld;
beforeAll(async () => {
  world = await startNotificationWorld();
});

/** A webhook whose receiver has asked for an hour of rest, and two messages that wait. */
async function addRestingWebhook() {
  world.clock.now = noon;
  const accountId = (await world.addMarket()).advertiserId;
  const { id, receiver } = await world.addWebhook(accountId, ['deposit.booked']);
  receiver.answer = (_req, res) => res.writeHead(503, { 'Retry-After': '3600' }).end();
  const deposit = () => bookDeposit(world.ctx, { accountId, amount: usd(1) });
  await deposit();
  await world.deliver();
  await deposit();
  world.clock.now = minutesAfter(noon, 10);
  return { own: { accountId, id }, receiver };
}

describe('a webhook that gets another URL while it rests', () => {
  it('is sent at once there what waits', async () => {
    const { own, receiver } = await addRestingWebhook();
    const { url, messages } = await startReceiver();
    await updateWebhook(world.ctx, own, { url });
    await world.deliver();
    expect([receiver.messages.length, messages.length]).toEqual([1, 2]);
    expect(await world.ctx.webhooks.findOwned(own.accountId, own.id)).toMatchObject({
      ...{ failures: 0, failingSince: null, restsUntil: null },
    });
  });

  it('rests on where the URL is the same', async () => {
    const { own, receiver } = await addRestingWebhook();
    await updateWebhook(world.ctx, own, { url: receiver.url, kinds: ['payment.sent'] });
    await world.deliver();
    expect(receiver.messages).toHaveLength(1);
    expect(await world.ctx.webhooks.findOwned(own.accountId, own.id)).toMatchObject({
      failingSince: noon,
    });
  });
});

it('a webhook that gets another URL while it is called is not disabled by what the former one answers', async () => {
  world.clock.now = noon;
  const accountId = (await world.addMarket()).advertiserId;
  const { id, receiver } = await world.addWebhook(accountId, ['deposit.booked']);
  const { url, messages } = await startReceiver();
  receiver.answer = (_req, res) => {
    void updateWebhook(world.ctx, { accountId, id }, { url }).then(() => res.writeHead(410).end());
  };
  await bookDeposit(world.ctx, { accountId, amount: usd(1) });
  await world.deliver();
  world.clock.now = minutesAfter(noon, 1);
  await world.deliver();
  expect((await world.ctx.webhooks.findOwned(accountId, id))?.isEnabled).toBe(true);
  expect(messages).toHaveLength(1);
});
