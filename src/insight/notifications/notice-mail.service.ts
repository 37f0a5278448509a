import { createId } from '../../id';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { NoticeData } from '../../platform/notices/notice';
import { hourMs, minuteMs } from '../../time';
import { isMailedKind, type MailedKind } from './mailed-kinds';
import type { MailContent, NoticeMail } from './notice-mail.store';
import { noticeMailText } from './mail-texts/notice-mail-text';
import type { OutboxEntry } from './notice-outbox.store';
import type { NotificationContext } from './notification.context';
import { signUnsubscription } from './unsubscribe-link';
import { groupsOf } from '../../non-empty';

/** An account gets one mail of a kind in so long; what comes meanwhile is in the next. */
const leastBetweenMs = hourMs;
const retryAfterMs = 10 * minuteMs;
const mostItems = 20;
const mailsAtOnce = 100;

/** Writes down what is to be mailed, in the transaction that takes it from the outbox. */
export async function putNoticeMails(
  ctx: NotificationContext,
  entries: readonly OutboxEntry[],
  session: DatabaseSession,
): Promise<void> {
  for (const of of groupsOf(entries, ({ kind, accountId }) => `${accountId} ${kind}`).values()) {
    const { kind, accountId } = of[0];
    if (!isMailedKind(kind)) continue;
    const items = of.flatMap((entry) => entry.items.map(({ data }) => data));
    const known = await ctx.noticeMails.find({ accountId, kind }, session);
    await ctx.noticeMails.put(
      withItems(known, { accountId, kind, items, now: ctx.now() }),
      session,
    );
  }
}

function withItems(
  known: NoticeMail | null,
  added: {
    readonly accountId: string;
    readonly kind: MailedKind;
    readonly items: readonly NoticeData[];
    readonly now: Date;
  },
): NoticeMail {
  const { accountId, kind, items, now } = added;
  const { waiting, sending, lastSentAt, dueAt } = known ?? {
    waiting: { items: [], count: 0 },
    sending: null,
    lastSentAt: null,
    dueAt: null,
  };
  return {
    accountId,
    kind,
    sending,
    lastSentAt,
    waiting: {
      items: [...waiting.items, ...items].slice(0, mostItems),
      count: waiting.count + items.length,
    },
    dueAt: dueAt ?? nextTurn(lastSentAt, now),
  };
}

function nextTurn(lastSentAt: Date | null, now: Date): Date {
  const next = (lastSentAt?.getTime() ?? 0) + leastBetweenMs;
  return new Date(Math.max(next, now.getTime()));
}

/**
 * Sends mails that are due. One that a process was stopped at is sent again under its Message-ID: by that, mail servers
 * know a copy.
 */
export async function sendNoticeMails(
  ctx: NotificationContext,
  signal: AbortSignal,
): Promise<void> {
  const due = await ctx.noticeMails.listDue(ctx.now(), mailsAtOnce);
  for (const { accountId, kind } of due) {
    if (signal.aborted) return;
    const content = await take(ctx, { accountId, kind });
    if (content === null) continue;
    try {
      await send(ctx, { accountId, kind }, content);
    } catch (error) {
      // Only the error's message: the error may hold parts of the mail.
      ctx.log.warn({ reason: String(error), kind }, 'a mail was not sent, it is tried again');
      continue;
    }
    await finish(ctx, { accountId, kind });
  }
}

type MailKey = Pick<NoticeMail, 'accountId' | 'kind'>;

/** Puts what waits on its way, or what was on its way already. */
function take(ctx: NotificationContext, key: MailKey): Promise<MailContent | null> {
  return ctx.inTransaction(async (session) => {
    const mail = await ctx.noticeMails.find(key, session);
    const now = ctx.now();
    if (!mail || mail.dueAt === null || mail.dueAt > now) return null;
    const dueAt = new Date(now.getTime() + retryAfterMs);
    const isNew = mail.sending === null;
    const sending = mail.sending ?? { ...mail.waiting, id: createId(ctx) };
    const waiting = isNew ? { items: [], count: 0 } : mail.waiting;
    await ctx.noticeMails.put({ ...mail, sending, waiting, dueAt }, session);
    return sending;
  });
}

async function finish(ctx: NotificationContext, key: MailKey): Promise<void> {
  await ctx.inTransaction(async (session) => {
    const mail = await ctx.noticeMails.find(key, session);
    if (!mail) return;
    const lastSentAt = ctx.now();
    const dueAt = mail.waiting.count > 0 ? nextTurn(lastSentAt, lastSentAt) : null;
    await ctx.noticeMails.put({ ...mail, sending: null, lastSentAt, dueAt }, session);
  });
}

async function send(ctx: NotificationContext, key: MailKey, content: MailContent): Promise<void> {
  const { accountId, kind } = key;
  const account = await ctx.accounts.findById(accountId);
  const to = account?.emailConfirmedAt == null ? null : account.email;
  if (to === null || ctx.mailer === null || content.count === 0) return;
  if ((await ctx.noticeMails.listUnmailed(accountId)).includes(kind)) return;
  const token = signUnsubscription(ctx.unsubscribeKeys, { accountId, kind });
  const link = `${ctx.publicUrl}/auth/unsubscribe/${token}`;
  await ctx.mailer.send({
    to,
    ...noticeMailText(kind, content, { unsubscribeUrl: link, language: account?.language ?? null }),
    messageId: `<${content.id}@${new URL(ctx.publicUrl).hostname}>`,
    headers: {
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  });
}
