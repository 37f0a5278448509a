import type { NoticeData } from '../../../platform/notices/notice';
import { writeNumber, writeTime } from '../../../platform/mail/writing';
import type { NoticeMailTexts } from './texts.type';

const number = (value: unknown) => writeNumber('en', value);
const time = (value: unknown) => writeTime('en', value);

export const englishNoticeMails: NoticeMailTexts = {
  kinds: {
    'campaign.budget_used': {
      subject: 'A campaign has used up a budget',
      line: lineOfUsedBudget,
    },
    'campaign.ended': {
      subject: 'A campaign has ended',
      line: ({ name, campaignId, endedAt }) => `${name} (${campaignId}) on ${time(endedAt)}`,
    },
    'campaign.suspended': {
      subject: 'A campaign is suspended',
      line: ({ name, campaignId, reason }) => `${name} (${campaignId}): ${reason}`,
    },
    'creative.rejected': {
      subject: 'A creative was rejected',
      line: ({ name, creativeId, reason }) => `${name} (${creativeId}): ${reason}`,
    },
    'figures.month': { subject: 'Your figures of the month', line: lineOfFigures },
    'figures.week': { subject: 'Your figures of the week', line: lineOfFigures },
    'payment.sent': {
      subject: 'A payment is on its way to you',
      line: ({ amount, address, paymentId }) =>
        `${number(amount)} coins to ${address} (${paymentId})`,
    },
    'webhook.disabled': {
      subject: 'A webhook is disabled',
      line: ({ url, reason }) => `${url}: ${reason}`,
    },
  },
  times: (count) => `${count} times`,
  more: (count) => `and ${count} more`,
  unsubscribe: 'To get no mails of this kind any more, open:',
};

/** Notices without a period are of hours: the server told of these alone. */
function lineOfUsedBudget(data: NoticeData): string {
  const { campaignId, period, budget, day, hour, hourlyBudget } = data;
  if (period === 'total') return `Campaign ${campaignId}: ${number(budget)} USD in all`;
  if (period === 'day')
    return `Campaign ${campaignId}: ${number(budget)} USD in the day from ${time(day)}`;
  return `Campaign ${campaignId}: ${number(hourlyBudget)} USD in the hour from ${time(hour)}`;
}

/** Of the sums of a side, which say their days; or of a campaign or a site. */
function lineOfFigures(data: NoticeData): string {
  const { side, from, to, name, views, clicks, conversions, amount } = data;
  const money = side === 'advertiser' ? 'cost' : 'earned';
  const figures = [
    `views ${number(views)}`,
    `clicks ${number(clicks)}`,
    ...(conversions === undefined ? [] : [`conversions ${number(conversions)}`]),
    `${money} ${number(amount)} USD`,
  ].join(', ');
  if (from === undefined) return `${name ?? 'all others'}: ${figures}`;
  const whose = side === 'advertiser' ? 'your campaigns' : 'your sites';
  const before = `before: views ${number(data['viewsBefore'])}, ${money} ${number(data['amountBefore'])} USD`;
  return `${time(from)} to ${time(to)}, ${whose}: ${figures} (${before})`;
}
