import { formatTime } from '../../time';
import type { NoticeData } from '../../platform/notices/notice';
import { isEventKind, type WebhookKind } from './webhook';

/** What a message of a webhook says, as JSON; `docs/webhook.schema.json` describes it. @see docs/webhooks.md */
export function toMessageBody(
  kind: WebhookKind,
  { at, items }: { readonly at: Date; readonly items: readonly NoticeData[] },
): string {
  const data = isEventKind(kind) ? { events: items } : items[0];
  return JSON.stringify({ type: kind, timestamp: formatTime(at), data });
}
