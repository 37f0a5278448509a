import { beforeAll, expect, it } from '@jest/globals';
import type { StoredMessage } from '../../../src/insight/notifications/webhook-message.store';
import { dayMs } from '../../../src/time';
import { type NotificationWorld, startNotificationWorld } from './notification-world';

let world: NotificationWorld;
beforeAll(async () => {
  world = await startNotificationWorld({ ADGATE_WEBHOOK_DAYS: '2' });
});

it('a message is kept for as many days as the setting says', async () => {
  const { ctx, clock } = world;
  const retryUntil = new Date(clock.now.getTime() + dayMs);
  const id = `msg_${'a'.repeat(32)}`;
  const message: StoredMessage = {
    id,
    webhookId: 'b'.repeat(32),
    accountId: 'c'.repeat(32),
    kind: 'view.accepted',
    count: 1,
    state: 'pending',
    attempts: [],
    body: Buffer.from(''),
    nextAttemptAt: clock.now,
    retryUntil,
    createdAt: clock.now,
  };
  const [model] = ctx.webhookMessages.models;
  const expiry = async () => (await model!.findById(id).lean())?.expiresAt;
  await model!.db.transaction((session) => ctx.webhookMessages.insert([message], session));
  expect(await expiry()).toEqual(new Date(retryUntil.getTime() + 2 * dayMs));
  const attempt = { at: clock.now, status: 200, excerpt: null, problem: null };
  await ctx.webhookMessages.noteAttempt(id, attempt, { state: 'delivered', nextAttemptAt: null });
  expect(await expiry()).toEqual(new Date(clock.now.getTime() + 2 * dayMs));
});
