import type { NotificationContext } from './notification.context';
import type { Webhook } from './webhook.resource';

/** Disables a webhook that does not take its messages, and tells its owner. What waits is dead, and may be replayed. */
export async function disableFailing(
  ctx: NotificationContext,
  { id, accountId, campaignId, url }: Webhook,
  reason: string,
): Promise<void> {
  const at = ctx.now();
  await ctx.inTransaction(async (session) => {
    const [known] = await ctx.webhooks.listEnabled([id], session);
    if (!known) return;
    await ctx.webhooks.update(id, { isEnabled: false, disabledReason: reason }, session);
    await ctx.webhookMessages.giveUp(id, at, session);
    const data = { webhookId: id, url, reason };
    await ctx.notices.put([{ kind: 'webhook.disabled', accountId, campaignId, at, data }], session);
  });
  ctx.log.warn({ webhookId: id, reason }, 'a webhook is disabled');
}
