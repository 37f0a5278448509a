import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError, notFound } from '../../errors';
import { listPage } from '../../platform/lists/list.service';
import type { Page, PageParams } from '../../platform/lists/page';
import { makeMessage } from './make-message.service';
import type { NotificationContext } from './notification.context';
import { retryForMs } from './retry-schedule';
import { testKind } from './webhook-kind';
import { mostUndelivered, type WebhookMessage, type WebhookMessageState } from './webhook-message';
import type { Webhook } from './webhook.resource';
import { getWebhook, type OwnWebhook } from './webhook.service';

const decompress = promisify(gunzip);

/**
 * Messages of a webhook, oldest first, with what came of them.
 *
 * @throws {AppError} `NOT_FOUND` for another account's webhook, `VALIDATION_FAILED` as `listPage`.
 */
export async function listWebhookMessages(
  ctx: NotificationContext,
  own: OwnWebhook,
  { state, page }: { readonly state: WebhookMessageState | null; readonly page: PageParams },
): Promise<Page<WebhookMessage>> {
  const { id } = await getWebhook(ctx, own);
  return listPage(ctx, {
    list: `webhook-messages:${id}:${state ?? ''}`,
    page,
    read: (slice) => ctx.webhookMessages.readSlice(id, state, slice),
  });
}

/**
 * Sends a message again, under its id, and retries it for another 3 days.
 *
 * @throws {AppError} `NOT_FOUND` for another account's; `CONFLICT` while its webhook is disabled.
 */
export async function replayWebhookMessage(
  ctx: NotificationContext,
  { accountId, id }: OwnWebhook,
): Promise<WebhookMessage> {
  assertEnabled(await getWebhookOf(ctx, { accountId, id }));
  const now = ctx.now();
  const retryUntil = new Date(now.getTime() + retryForMs);
  const replayed = await ctx.webhookMessages.replay(accountId, id, { now, retryUntil });
  if (!replayed) throw notFound('webhook message', id);
  return replayed;
}

/**
 * Sends a test, whatever kinds the webhook asks for: delivered, signed and retried as any message.
 *
 * @throws {AppError} `NOT_FOUND` for another account's; `CONFLICT` while the webhook is disabled, the test before waits, or too much
 * is undelivered.
 */
export async function sendTestWebhookMessage(
  ctx: NotificationContext,
  own: OwnWebhook,
): Promise<WebhookMessage> {
  const webhook = await getWebhook(ctx, own);
  const { id } = webhook;
  assertEnabled(webhook);
  if (await ctx.webhookMessages.isWaiting(id, testKind))
    throw new AppError('CONFLICT', 'the test before is on its way');
  if ((await ctx.webhookMessages.countUndelivered(webhook, mostUndelivered)) >= mostUndelivered)
    throw new AppError('CONFLICT', `${mostUndelivered} messages wait or were not taken`);
  const content = { kind: testKind, at: ctx.now(), items: [{ webhookId: id }], nth: 0 } as const;
  const { body, ...message } = await makeMessage(ctx, webhook, content);
  await ctx.inTransaction((session) => ctx.webhookMessages.insert([{ ...message, body }], session));
  return message;
}

/** The JSON of a message, as it is sent. @throws {AppError} `NOT_FOUND` for another account's. */
export async function readWebhookMessageBody(
  ctx: NotificationContext,
  { accountId, id }: OwnWebhook,
): Promise<string> {
  await getWebhookOf(ctx, { accountId, id });
  const body = await ctx.webhookMessages.findBody(accountId, id);
  if (body === null) throw notFound('webhook message', id);
  return (await decompress(body)).toString();
}

/** Since when the message is due that is due longest; null: none is. What waits for a disabled webhook is not due. */
export async function findDueSince(
  { webhooks, webhookMessages }: Pick<NotificationContext, 'webhooks' | 'webhookMessages'>,
  now: Date,
): Promise<Date | null> {
  const disabled = new Set<string>();
  for await (const some of webhookMessages.streamDue(now)) {
    const ids = new Set(some.map(({ webhookId }) => webhookId)).difference(disabled);
    const enabled = new Set((await webhooks.listCallees([...ids])).map(({ id }) => id));
    const first = some.find(({ webhookId }) => enabled.has(webhookId));
    if (first) return first.nextAttemptAt;
    for (const id of ids) disabled.add(id);
  }
  return null;
}

/** The webhook of a message. A message of a webhook that is deleted is gone with it. */
async function getWebhookOf(
  ctx: NotificationContext,
  { accountId, id }: OwnWebhook,
): Promise<Webhook> {
  const message = await ctx.webhookMessages.findOwned(accountId, id);
  const webhook = message && (await ctx.webhooks.findOwned(accountId, message.webhookId));
  if (!webhook) throw notFound('webhook message', id);
  return webhook;
}

function assertEnabled({ isEnabled }: Webhook): void {
  if (!isEnabled) throw new AppError('CONFLICT', 'the webhook is disabled: enable it first');
}
