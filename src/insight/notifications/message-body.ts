import { formatTime } from '../../time';
import type { NoticeData } from '../../platform/notices/notice';
import { isEventKind, type WebhookKind } from './webhook-kind';

/** Writes the body of a webhook's message, as JSON; `docs/webhook.schema.json` describes the body. */
export function toMessageBody(
  kind: WebhookKind,
  { at, items }: { readonly at: Date; readonly items: readonly NoticeData[] },
): string {
  const data = isEventKind(kind) ? { events: items } : items[0];
  return JSON.stringify({ type: kind, timestamp: formatTime(at), data });
}
