import type { NoticeData } from '../../../platform/notices/notice';
import { writeNumber, writeTime } from '../../../platform/mail/writing';
import type { NoticeMailTexts } from './texts.type';

const number = (value: unknown) => writeNumber('de', value);
const time = (value: unknown) => writeTime('de', value);

export const germanNoticeMails: NoticeMailTexts = {
  kinds: {
    'campaign.budget_used': {
      subject: 'Eine Kampagne hat ein Budget verbraucht',
      line: lineOfUsedBudget,
    },
    'campaign.ended': {
      subject: 'Eine Kampagne ist zu Ende',
      line: ({ name, campaignId, endedAt }) => `${name} (${campaignId}), ${time(endedAt)}`,
    },
    'campaign.suspended': {
      subject: 'Eine Kampagne ist gesperrt',
      line: ({ name, campaignId, reason }) => `${name} (${campaignId}): ${reason}`,
    },
    'creative.rejected': {
      subject: 'Ein Werbemittel wurde abgelehnt',
      line: ({ name, creativeId, reason }) => `${name} (${creativeId}): ${reason}`,
    },
    'figures.month': { subject: 'Ihre Zahlen des Monats', line: lineOfFigures },
    'figures.week': { subject: 'Ihre Zahlen der Woche', line: lineOfFigures },
    'payment.sent': {
      subject: 'Eine Zahlung ist zu Ihnen unterwegs',
      line: ({ amount, address, paymentId }) =>
        `${number(amount)} Coins an ${address} (${paymentId})`,
    },
    'webhook.disabled': {
      subject: 'Ein Webhook ist abgeschaltet',
      line: ({ url, reason }) => `${url}: ${reason}`,
    },
  },
  times: (count) => `${count}-mal`,
  more: (count) => `und ${count} weitere`,
  unsubscribe: 'Damit Sie keine Mails dieser Art mehr bekommen, öffnen Sie:',
};

/** Notices without a period are of hours: the server told of these alone. */
function lineOfUsedBudget(data: NoticeData): string {
  const { campaignId, period, budget, day, hour, hourlyBudget } = data;
  if (period === 'total') return `Kampagne ${campaignId}: ${number(budget)} USD insgesamt`;
  if (period === 'day')
    return `Kampagne ${campaignId}: ${number(budget)} USD am Tag ab ${time(day)}`;
  return `Kampagne ${campaignId}: ${number(hourlyBudget)} USD in der Stunde ab ${time(hour)}`;
}

/** Of the sums of a side, which say their days; or of a campaign or a site. */
function lineOfFigures(data: NoticeData): string {
  const { side, from, to, name, views, clicks, conversions, amount } = data;
  const money = side === 'advertiser' ? 'Kosten' : 'verdient';
  const figures = [
    `Einblendungen ${number(views)}`,
    `Klicks ${number(clicks)}`,
    ...(conversions === undefined ? [] : [`Conversions ${number(conversions)}`]),
    `${money} ${number(amount)} USD`,
  ].join(', ');
  if (from === undefined) return `${name ?? 'alle anderen'}: ${figures}`;
  const whose = side === 'advertiser' ? 'Ihre Kampagnen' : 'Ihre Websites';
  const before = `davor: Einblendungen ${number(data['viewsBefore'])}, ${money} ${number(data['amountBefore'])} USD`;
  return `${time(from)} bis ${time(to)}, ${whose}: ${figures} (${before})`;
}
