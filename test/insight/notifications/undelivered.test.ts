import { beforeAll, describe, expect, it } from '@jest/globals';
import { disableFailing } from '../../../src/insight/notifications/disable-webhook.service';
import type { WebhookMessage } from '../../../src/insight/notifications/webhook-message';
import {
  disableWebhook,
  enableWebhook,
  updateWebhook,
} from '../../../src/insight/notifications/webhook.service';
import { sendTestWebhookMessage } from '../../../src/insight/notifications/webhook-messages.service';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { aMessage } from '../../support/notification-access';
import { minutesAfter, noon, usd } from '../../support/verifier';
import { type NotificationWorld, startNotificationWorld } from './notification-world';

/** docs/webhooks.md */
const most = 5_000;

let world: NotificationWorld;
beforeAll(async () => {
  world = await startNotificationWorld();
});

/** An enabled webhook with messages that were made before now. */
async function addWebhookWith(count: number, state: WebhookMessage['state']) {
  world.clock.now = noon;
  const accountId = (await world.addMarket()).advertiserId;
  const { id, receiver } = await world.addWebhook(accountId, ['deposit.booked']);
  const { ctx } = world;
  const hourBefore = minutesAfter(noon, -60).getTime();
  const messages = Array.from({ length: count }, (_, nth) => ({
    ...aMessage({ webhookId: id, accountId, state }),
    ...{ id: `msg_${id}_${nth}`, createdAt: new Date(hourBefore + nth) },
  }));
  await ctx.inTransaction((session) => ctx.webhookMessages.insert(messages, session));
  const own = { accountId, id };
  return {
    ...{ own, receiver },
    deposit: () => bookDeposit(ctx, { accountId, amount: usd(1) }),
    isEnabled: async () => (await ctx.webhooks.findOwned(accountId, id))?.isEnabled,
    countDead: () => ctx.webhookMessages.countUndelivered({ id, enabledAt: null }, 3 * most),
  };
}

describe('a webhook with 5,000 messages that wait or are dead', () => {
  it('is disabled by the next one, and what waits is dead', async () => {
    const { own, deposit, isEnabled, countDead, receiver } = await addWebhookWith(most, 'pending');
    await deposit();
    await world.deliver();
    expect([await isEnabled(), receiver.messages, await countDead()]).toEqual([false, [], most]);
    expect(await world.messagesOf(own.id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ state: 'dead', nextAttemptAt: null })]),
    );
  });

  it('stays enabled with one less', async () => {
    const { deposit, isEnabled, receiver } = await addWebhookWith(most - 1, 'dead');
    await deposit();
    await world.deliver();
    expect([await isEnabled(), receiver.messages.length]).toEqual([true, 1]);
  });

  it('is told again of what happens once it is enabled, and may be tested', async () => {
    const { own, deposit, isEnabled, receiver } = await addWebhookWith(most, 'dead');
    await deposit();
    await world.deliver();
    expect(await isEnabled()).toBe(false);
    world.clock.now = minutesAfter(noon, 5);
    await enableWebhook(world.ctx, own);
    await sendTestWebhookMessage(world.ctx, own);
    await deposit();
    await world.deliver();
    expect([await isEnabled(), receiver.messages.length]).toEqual([true, 2]);
  });

  it('has no more of them from before, however often it is enabled', async () => {
    const { own, countDead } = await addWebhookWith(most + 2, 'dead');
    await enableWebhook(world.ctx, own);
    expect(await countDead()).toBe(most);
  });
});

it('of messages of one moment as many are kept as of others', async () => {
  world.clock.now = noon;
  const accountId = (await world.addMarket()).advertiserId;
  const { id: webhookId } = await world.addWebhook(accountId, ['deposit.booked']);
  const { webhookMessages } = world.ctx;
  const messages = ['a', 'b', 'c'].map((name) =>
    aMessage({ webhookId, accountId, state: 'delivered', id: `msg_${webhookId}_${name}` }),
  );
  await world.ctx.inTransaction((session) => webhookMessages.insert(messages, session));
  await webhookMessages.trim(webhookId, 'delivered', 2);
  const kept = await world.messagesOf(webhookId);
  expect(kept.map(({ id }) => id)).toEqual(messages.slice(1).map(({ id }) => id));
});

it('what waits for a webhook is not due while its owner has disabled the webhook', async () => {
  const { own, receiver } = await addWebhookWith(3, 'pending');
  const now = minutesAfter(noon, 60);
  world.clock.now = now;
  await enableWebhook(world.ctx, own);
  await disableWebhook(world.ctx, own);
  expect(await world.ctx.webhookMessages.listDueWebhooks(now)).not.toContain(own.id);
  expect(await world.messagesOf(own.id)).toEqual(
    Array.from({ length: 3 }, () =>
      expect.objectContaining({ state: 'pending', nextAttemptAt: null }),
    ),
  );
  await enableWebhook(world.ctx, own);
  await world.deliver();
  expect(receiver.messages).toHaveLength(3);
});

it('what was put aside is sent though the gateway dies while the webhook is enabled', async () => {
  const { own, receiver } = await addWebhookWith(1, 'pending');
  world.clock.now = minutesAfter(noon, 60);
  await disableWebhook(world.ctx, own);
  const webhookMessages = {
    ...world.ctx.webhookMessages,
    trim: () => Promise.reject(new Error('killed')),
  };
  await expect(enableWebhook({ ...world.ctx, webhookMessages }, own)).rejects.toThrow('killed');
  await world.deliver();
  expect(receiver.messages).toHaveLength(1);
});

it('what waits for a webhook that gets another URL is not due while its owner has disabled it', async () => {
  const { own, receiver } = await addWebhookWith(2, 'pending');
  const now = minutesAfter(noon, 60);
  world.clock.now = now;
  await disableWebhook(world.ctx, own);
  await updateWebhook(world.ctx, own, { url: `${receiver.url}/moved` });
  expect(await world.ctx.webhookMessages.listDueWebhooks(now)).not.toContain(own.id);
  await enableWebhook(world.ctx, own);
  await world.deliver();
  expect(receiver.messages).toHaveLength(2);
});

describe('a message that is not taken', () => {
  /** A webhook whose message is not taken, and what happens while it is called. */
  async function failWhile(happens: (id: string) => Promise<unknown>) {
    world.clock.now = noon;
    const accountId = (await world.addMarket()).advertiserId;
    const { id, receiver } = await world.addWebhook(accountId, ['deposit.booked']);
    receiver.answer = (_req, res) => {
      void happens(id).then(() => res.writeHead(503).end());
    };
    await bookDeposit(world.ctx, { accountId, amount: usd(1) });
    await world.deliver();
    return world.messagesOf(id);
  }

  it('stays dead where its webhook was disabled meanwhile', async () => {
    const messages = await failWhile(async (id) => {
      const [webhook] = await world.ctx.webhooks.listEnabled([id]);
      await disableFailing(world.ctx, webhook!, '5000 messages wait or were not taken');
    });
    expect(messages).toMatchObject([
      { state: 'dead', nextAttemptAt: null, attempts: [{ status: 503 }] },
    ]);
  });

  it('stays delivered where another gateway has delivered it meanwhile', async () => {
    const messages = await failWhile(async (id) => {
      const [message] = await world.messagesOf(id);
      const attempt = { at: noon, status: 204, excerpt: '', problem: null };
      const delivered = { state: 'delivered', nextAttemptAt: null } as const;
      await world.ctx.webhookMessages.noteAttempt(message!.id, attempt, delivered);
    });
    expect(messages).toMatchObject([
      { state: 'delivered', nextAttemptAt: null, attempts: [{ status: 204 }, { status: 503 }] },
    ]);
  });
});
