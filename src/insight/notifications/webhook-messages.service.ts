import { AppError, notFound } from '../../errors';
import { listPage } from '../../platform/lists/list.service';
import type { Page, PageParams } from '../../platform/lists/page';
import type { NotificationContext } from './notification.context';
import { retryForMs } from './retry-schedule';
import type { WebhookMessage, WebhookMessageState } from './webhook-message';
import { getWebhook, type OwnWebhook } from './webhook.service';

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
  const message = await ctx.webhookMessages.findOwned(accountId, id);
  if (!message) throw notFound('webhook message', id);
  const { isEnabled } = await getWebhook(ctx, { accountId, id: message.webhookId });
  if (!isEnabled) throw new AppError('CONFLICT', 'the webhook is disabled: enable it first');
  const now = ctx.now();
  const retryUntil = new Date(now.getTime() + retryForMs);
  const replayed = await ctx.webhookMessages.replay(accountId, id, { now, retryUntil });
  if (!replayed) throw notFound('webhook message', id);
  return replayed;
}
