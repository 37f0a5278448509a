import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createId } from '../../id';
import type { NoticeData } from '../../platform/notices/notice';
import { formatTime } from '../../time';
import { putNoticeMails } from './notice-mail.service';
import type { OutboxEntry } from './notice-outbox.store';
import { asksFor } from './notice-sink';
import type { NotificationContext } from './notification.context';
import { retryForMs } from './retry-schedule';
import { isEventKind, isWebhookKind, type WebhookKind } from './webhook-kind';
import { mostDelivered, mostEvents, mostUndelivered } from './webhook-message';
import type { Webhook } from './webhook.resource';
import { disableFailing } from './disable-webhook.service';
import type { StoredMessage } from './webhook-message.store';
import { groupsOf } from '../../non-empty';

/** The most entries of the outbox at once, with up to 500 events each. */
const entriesAtOnce = 100;

const compress = promisify(gzip);

/** Makes messages of all that was put down since; events of one kind come together. */
export async function gatherNotices(ctx: NotificationContext): Promise<void> {
  for (let isFull = true; isFull; ) {
    const entries = await ctx.noticeOutbox.listOldest(entriesAtOnce);
    for (const [accountId, of] of groupsOf(entries, (one) => one.accountId))
      await gatherOf(ctx, accountId, of);
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
    await ctx.webhookMessages.trimDelivered(id, mostDelivered);
    const waiting = await ctx.webhookMessages.countUndelivered(id, mostUndelivered);
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
    for (let from = 0; from < items.length; from += most) {
      const some = items.slice(from, from + most).map(({ data }) => data);
      const content = { kind, at: of[0].at, items: some };
      messages.push(await makeMessage(ctx, webhook, content, messages.length));
    }
  }
  return messages;
}

async function makeMessage(
  ctx: NotificationContext,
  webhook: Webhook,
  content: { readonly kind: WebhookKind } & Parameters<typeof toMessageBody>[1],
  nth: number,
): Promise<StoredMessage> {
  const { kind, items } = content;
  const now = ctx.now();
  // They are sent in this order.
  const createdAt = new Date(now.getTime() + nth);
  const { restsUntil } = webhook;
  return {
    id: `msg_${createId(ctx)}`,
    webhookId: webhook.id,
    accountId: webhook.accountId,
    kind,
    count: items.length,
    state: 'pending',
    nextAttemptAt: restsUntil !== null && restsUntil > now ? restsUntil : now,
    retryUntil: new Date(createdAt.getTime() + retryForMs),
    attempts: [],
    createdAt,
    body: await compress(toMessageBody(kind, content)),
  };
}

/** Writes the body of a webhook's message, as JSON; `docs/webhook.schema.json` describes the body. */
function toMessageBody(
  kind: WebhookKind,
  { at, items }: { readonly at: Date; readonly items: readonly NoticeData[] },
): string {
  const data = isEventKind(kind) ? { events: items } : items[0];
  return JSON.stringify({ type: kind, timestamp: formatTime(at), data });
}
