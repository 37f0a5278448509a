import type { NoticeData } from '../../platform/notices/notice';
import type { MailedKind } from './mailed-kinds';
import type { MailContent } from './notice-mail.store';

interface MailText {
  readonly subject: string;
  /** One line, without a full stop. */
  readonly line: (data: NoticeData) => string;
}

/** Names are their owners' own words; control characters are not taken in them. */
const texts: Readonly<Record<MailedKind, MailText>> = {
  'campaign.budget_used': {
    subject: 'A campaign has used up the budget of an hour',
    line: ({ campaignId, hour, hourlyBudget }) =>
      `Campaign ${campaignId}: ${hourlyBudget} USD in the hour from ${hour}`,
  },
  'campaign.ended': {
    subject: 'A campaign has ended',
    line: ({ name, campaignId, endedAt }) => `${name} (${campaignId}) on ${endedAt}`,
  },
  'campaign.suspended': {
    subject: 'A campaign is suspended',
    line: ({ name, campaignId, reason }) => `${name} (${campaignId}): ${reason}`,
  },
  'creative.rejected': {
    subject: 'A creative was rejected',
    line: ({ name, creativeId, reason }) => `${name} (${creativeId}): ${reason}`,
  },
  'payment.sent': {
    subject: 'A payment is on its way to you',
    line: ({ amount, address, paymentId }) => `${amount} coins to ${address} (${paymentId})`,
  },
  'webhook.disabled': {
    subject: 'A webhook is disabled',
    line: ({ url, reason }) => `${url}: ${reason}`,
  },
};

/** @param unsubscribeUrl ends mails of this kind */
export function noticeMailText(
  kind: MailedKind,
  { items, count }: Pick<MailContent, 'items' | 'count'>,
  unsubscribeUrl: string,
): { readonly subject: string; readonly text: string } {
  const { subject, line } = texts[kind];
  const lines = items.map((item) => `- ${line(item)}`);
  if (count > items.length) lines.push(`- and ${count - items.length} more`);
  return {
    subject: count > 1 ? `${subject} (${count} times)` : subject,
    text: `${subject}:\n\n${lines.join('\n')}\n\nTo get no mails of this kind any more, open:\n${unsubscribeUrl}\n`,
  };
}
