import type { NoticeData } from '../../platform/notices/notice';
import type { MailedKind } from './mailed-kinds';
import type { MailContent } from './notice-mail.store';

interface MailText {
  readonly subject: string;
  /** True for a mail that lists parts of one thing: nothing is said of how many there are. */
  readonly isOfParts?: true;
  /** One line, without a full stop. */
  readonly line: (data: NoticeData) => string;
}

/** Names are their owners' own words; control characters are not taken in them. */
const texts: Readonly<Record<MailedKind, MailText>> = {
  'campaign.budget_used': {
    subject: 'A campaign has used up a budget',
    line: lineOfUsedBudget,
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
  'figures.month': { subject: 'Your figures of the month', isOfParts: true, line: lineOfFigures },
  'figures.week': { subject: 'Your figures of the week', isOfParts: true, line: lineOfFigures },
  'payment.sent': {
    subject: 'A payment is on its way to you',
    line: ({ amount, address, paymentId }) => `${amount} coins to ${address} (${paymentId})`,
  },
  'webhook.disabled': {
    subject: 'A webhook is disabled',
    line: ({ url, reason }) => `${url}: ${reason}`,
  },
};

/** Notices without a period are of hours: the server told of these alone. */
function lineOfUsedBudget({ campaignId, period, budget, day, hour, hourlyBudget }: NoticeData) {
  if (period === 'total') return `Campaign ${campaignId}: ${budget} USD in all`;
  if (period === 'day') return `Campaign ${campaignId}: ${budget} USD in the day from ${day}`;
  return `Campaign ${campaignId}: ${hourlyBudget} USD in the hour from ${hour}`;
}

/** Of the sums of a side, which say their days; or of a campaign or a site. */
function lineOfFigures(data: NoticeData): string {
  const { side, from, to, name, views, clicks, conversions, amount } = data;
  const money = side === 'advertiser' ? 'cost' : 'earned';
  const figures = [
    `views ${views}`,
    `clicks ${clicks}`,
    ...(conversions === undefined ? [] : [`conversions ${conversions}`]),
    `${money} ${amount} USD`,
  ].join(', ');
  if (from === undefined) return `${name ?? 'all others'}: ${figures}`;
  const whose = side === 'advertiser' ? 'your campaigns' : 'your sites';
  const before = `before: views ${data['viewsBefore']}, ${money} ${data['amountBefore']} USD`;
  return `${from} to ${to}, ${whose}: ${figures} (${before})`;
}

/** @param unsubscribeUrl ends mails of this kind */
export function noticeMailText(
  kind: MailedKind,
  { items, count }: Pick<MailContent, 'items' | 'count'>,
  unsubscribeUrl: string,
): { readonly subject: string; readonly text: string } {
  const { subject, isOfParts = false, line } = texts[kind];
  const lines = items.map((item) => `- ${line(item)}`);
  if (count > items.length) lines.push(`- and ${count - items.length} more`);
  return {
    subject: count > 1 && !isOfParts ? `${subject} (${count} times)` : subject,
    text: `${subject}:\n\n${lines.join('\n')}\n\nTo get no mails of this kind any more, open:\n${unsubscribeUrl}\n`,
  };
}
