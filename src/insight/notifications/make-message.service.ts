import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createId } from '../../id';
import type { NoticeData } from '../../platform/notices/notice';
import { formatTime } from '../../time';
import type { NotificationContext } from './notification.context';
import { retryForMs } from './retry-schedule';
import { isEventKind, type MessageKind } from './webhook-kind';
import type { StoredMessage } from './webhook-message.store';
import type { Webhook } from './webhook.resource';

const compress = promisify(gzip);

/** The content of a message. */
export interface MessageContent {
  readonly kind: MessageKind;
  readonly at: Date;
  /** One, or several events. */
  readonly items: readonly NoticeData[];
  /** Its place among messages that are made at once: they are sent in this order. */
  readonly nth: number;
}

/** Makes a message that waits for its first attempt. */
export async function makeMessage(
  ctx: Pick<NotificationContext, 'now' | 'randomBytes'>,
  webhook: Webhook,
  content: MessageContent,
): Promise<StoredMessage> {
  const { kind, items, nth } = content;
  const now = ctx.now();
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
    body: await compress(toMessageBody(content)),
  };
}

/** Writes the body of a webhook's message, as JSON; `docs/webhook.schema.json` describes the body. */
function toMessageBody({ kind, at, items }: MessageContent): string {
  const data = isEventKind(kind) ? { events: items } : items[0];
  return JSON.stringify({ type: kind, timestamp: formatTime(at), data });
}
