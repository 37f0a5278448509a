import { gzipSync } from 'node:zlib';
import { createWebhook } from '../../src/insight/notifications/webhook.service';
import type { StoredMessage } from '../../src/insight/notifications/webhook-message.store';
import type { OperationRow } from './access-row';
import type { AccessWorld } from './access-world';

async function webhookIdOf({ app, owner }: AccessWorld): Promise<string> {
  const { webhook } = await createWebhook(app.ctx, {
    accountId: owner.id,
    campaignId: null,
    url: 'https://hooks.example/',
    kinds: ['payment.sent'],
  });
  return webhook.id;
}

/** A message that waits for long. */
export function aMessage(
  change: Pick<StoredMessage, 'webhookId' | 'accountId'> & Partial<StoredMessage>,
): StoredMessage {
  const later = new Date('2100-01-01T00:00:00Z');
  return {
    id: `msg_${change.webhookId}`,
    kind: 'payment.sent',
    count: 1,
    state: 'pending',
    nextAttemptAt: later,
    retryUntil: later,
    attempts: [],
    createdAt: new Date('2026-01-01T00:00:00Z'),
    body: gzipSync('{}'),
    ...change,
  };
}

async function messageIdOf(world: AccessWorld): Promise<string> {
  const webhookId = await webhookIdOf(world);
  const message = aMessage({ webhookId, accountId: world.owner.id });
  const { ctx } = world.app;
  await ctx.inTransaction((session) => ctx.webhookMessages.insert([message], session));
  return message.id;
}

const write = { rule: 'webhook.write' } as const;
const ofOwn = {
  ...write,
  arguments: async (world: AccessWorld) => `id: "${await webhookIdOf(world)}"`,
  other: 'NOT_FOUND',
} as const;

export const notificationOperationAccess: Readonly<Record<string, OperationRow>> = {
  'Query.notificationPreferences': { rule: 'session', other: 'own' },
  'Mutation.setNotificationPreferences': {
    rule: 'session',
    arguments: () => 'mailedKinds: [payment_sent]',
    other: 'own',
  },
  'Query.webhook': ofOwn,
  'Query.webhooks': { ...write, other: 'own' },
  'Query.webhookMessages': {
    ...ofOwn,
    arguments: async (world) => `webhookId: "${await webhookIdOf(world)}"`,
  },
  'Mutation.createWebhook': {
    ...write,
    arguments: () => 'input: { url: "https://hooks.example/", kinds: [payment_sent] }',
    other: 'own',
  },
  'Mutation.updateWebhook': {
    ...ofOwn,
    arguments: async (world) => `id: "${await webhookIdOf(world)}", input: {}`,
  },
  'Mutation.enableWebhook': ofOwn,
  'Mutation.disableWebhook': ofOwn,
  'Mutation.rotateWebhookSecret': ofOwn,
  'Mutation.deleteWebhook': ofOwn,
  'Mutation.sendTestWebhookMessage': ofOwn,
  'Query.webhookMessageBody': {
    ...ofOwn,
    arguments: async (world) => `id: "${await messageIdOf(world)}"`,
  },
  'Mutation.replayWebhookMessage': {
    ...ofOwn,
    arguments: async (world) => `id: "${await messageIdOf(world)}"`,
  },
};
