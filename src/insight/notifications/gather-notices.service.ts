import { putNoticeMails } from './notice-mail.service';
import type { OutboxEntry } from './notice-outbox.store';
import { asksFor } from './notice-sink';
import type { NotificationContext } from './notification.context';
import { makeMessage } from './make-message.service';
import { partsOfNotices } from './parts-of-notices';
import { isEventKind, isWebhookKind } from './webhook-kind';
import { mostDelivered, mostEvents, mostUndelivered } from './webhook-message';
import type { Webhook } from './webhook.resource';
import { disableFailing } from './disable-webhook.service';
import type { StoredMessage } from './webhook-message.store';
import { chunksOf, groupsOf } from '../../non-empty';

/** The most entries of the outbox at once, with up to 500 events each. */
const entriesAtOnce = 100;

/** Makes messages of all that was put down since; events of one kind come together. */
export async function gatherNotices(ctx: NotificationContext): Promise<void> {
  for (let isFull = true; isFull; ) {
    const entries = await ctx.noticeOutbox.listOldest(entriesAtOnce);
    for (const [accountId, of] of groupsOf(entries, (one) => one.accountId))
      for (const part of partsOfNotices(of)) await gatherOf(ctx, accountId, part);
    isFull = entries.length === entriesAtOnce;
  }
}

async function gatherOf(
  ctx: NotificationContext,
  accountId: string,
  entries: readonly OutboxEntry[],
): Promise<void> {
  const messages: StoredMessage[] = [];
  for (const webhook of await ctx.webhooks.listEnabledOf([accountId])) {
    const made = await makeMessages(ctx, webhook, entries);
    if (made.length === 0) continue;
    const { id } = webhook;
    await ctx.webhookMessages.trim(id, 'delivered', mostDelivered);
    const waiting = await ctx.webhookMessages.countUndelivered(webhook, mostUndelivered);
    if (waiting + made.length <= mostUndelivered) messages.push(...made);
    else await disableFailing(ctx, webhook, `${waiting} messages wait or were not taken`);
  }
  await ctx.inTransaction(async (session) => {
    const removed = await ctx.noticeOutbox.remove(
      entries.map(({ id }) => id),
      session,
    );
    // The gateway that removed them has made the messages, too.
    if (removed === 0) return;
    if (removed < entries.length) throw new Error('others gather notices, too');
    await putNoticeMails(ctx, entries, session);
    if (messages.length > 0) await ctx.webhookMessages.insert(messages, session);
  });
}

async function makeMessages(
  ctx: NotificationContext,
  webhook: Webhook,
  entries: readonly OutboxEntry[],
): Promise<readonly StoredMessage[]> {
  const messages: StoredMessage[] = [];
  for (const [kind, of] of groupsOf(entries, (entry) => entry.kind)) {
    if (!isWebhookKind(kind)) continue;
    const items = of.flatMap(({ items: some }) =>
      some.filter(({ campaignId }) => asksFor(webhook, { kind, campaignId })),
    );
    const most = isEventKind(kind) ? mostEvents : 1;
    for (const some of chunksOf(items, most)) {
      const told = some.map(({ data }) => data);
      const content = { kind, at: of[0].at, items: told, nth: messages.length };
      messages.push(await makeMessage(ctx, webhook, content));
    }
  }
  return messages;
}
