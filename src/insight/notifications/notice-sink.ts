import type { DatabaseSession } from '../../platform/database/transaction';
import { createId } from '../../id';
import type { Notice, NoticeSink } from '../../platform/notices/notice';
import { isMailedKind } from './mailed-kinds';
import type { NoticeOutboxStore, OutboxEntry } from './notice-outbox.store';
import { isEventKind, isWebhookKind } from './webhook-kind';
import { mostEvents } from './webhook-message';
import type { Webhook } from './webhook.resource';
import type { WebhookStore } from './webhook.store';
import { groupsOf, type NonEmpty } from '../../non-empty';

/** Keeps notices that a webhook or a mail is to tell, in the transaction of what happens; others are dropped. */
export function createNoticeSink(stores: {
  readonly webhooks: WebhookStore;
  readonly noticeOutbox: NoticeOutboxStore;
  readonly randomBytes: (length: number) => Buffer;
  readonly sendsMail: boolean;
}): NoticeSink {
  const { webhooks, noticeOutbox, sendsMail } = stores;
  return {
    async isWanted(kind: string, session: DatabaseSession): Promise<boolean> {
      if (sendsMail && isMailedKind(kind)) return true;
      return isWebhookKind(kind) && webhooks.hasEnabledFor(kind, session);
    },

    async put(notices: readonly Notice[], session: DatabaseSession): Promise<void> {
      if (notices.length === 0) return;
      const accountIds = [...new Set(notices.map(({ accountId }) => accountId))];
      const enabled = Map.groupBy(
        await webhooks.listEnabledOf(accountIds, session),
        ({ accountId }) => accountId,
      );
      const wanted = notices.filter(
        (notice) =>
          (sendsMail && isMailedKind(notice.kind)) ||
          enabled.get(notice.accountId)?.some((webhook) => asksFor(webhook, notice)),
      );
      if (wanted.length === 0) return;
      const entries = [...groupsOf(wanted, groupOf).values()].flatMap(toEntries);
      await noticeOutbox.insert(entries, session);
    },
  };

  function toEntries(notices: NonEmpty<Notice>): readonly OutboxEntry[] {
    const { kind, accountId, at } = notices[0];
    const items = notices.map(({ campaignId, data }) => ({
      campaignId,
      data: typeof data === 'function' ? data() : data,
    }));
    const most = isEventKind(kind) ? mostEvents : 1;
    return Array.from({ length: Math.ceil(items.length / most) }, (_value, nth) => ({
      id: createId(stores),
      kind,
      accountId,
      at,
      items: items.slice(nth * most, (nth + 1) * most),
    }));
  }
}

const groupOf = ({ accountId, kind, at }: Notice) => `${accountId} ${kind} ${at.getTime()}`;

/** Says that a webhook asks for a notice. */
export function asksFor(
  { kinds, campaignId }: Webhook,
  notice: Pick<Notice, 'kind' | 'campaignId'>,
): boolean {
  return (
    kinds.some((kind) => kind === notice.kind) &&
    (campaignId === null || campaignId === notice.campaignId)
  );
}
