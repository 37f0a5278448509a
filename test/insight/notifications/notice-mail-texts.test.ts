import { describe, expect, it } from '@jest/globals';
import { noticeMailText } from '../../../src/insight/notifications/mail-texts/notice-mail-text';
import { mailedKinds } from '../../../src/insight/notifications/mailed-kinds';
import type { Language } from '../../../src/language';

const hour = '2026-05-01T12:00:00+00:00';
const day = '2026-04-30T22:00:00+00:00';
const unsubscribeUrl = 'https://end';
const campaign = { campaignId: 'c1', name: 'Shoes' };
const sums = { from: '2026-05-04', to: '2026-05-10', views: 12345, clicks: 6, amount: '1234.5' };
const before = { viewsBefore: 7, amountBefore: '0.25' };

const mailOf = (
  kind: (typeof mailedKinds)[number],
  item: Parameters<typeof noticeMailText>[1]['items'][number],
  language: Language | null,
) => noticeMailText(kind, { items: [item], count: 1 }, { unsubscribeUrl, language });

it.each([
  [
    'an hour, as former versions stored',
    { hour, hourlyBudget: '5' },
    '5 USD in the hour from 1 May 2026 at 12:00 UTC',
    '5 USD in der Stunde ab 1. Mai 2026 um 12:00 UTC',
  ],
  [
    'an hour',
    { period: 'hour', budget: '5', hour, hourlyBudget: '5' },
    '5 USD in the hour from 1 May 2026 at 12:00 UTC',
    '5 USD in der Stunde ab 1. Mai 2026 um 12:00 UTC',
  ],
  [
    'a day',
    { period: 'day', budget: '2000.5', day },
    '2,000.5 USD in the day from 30 April 2026 at 22:00 UTC',
    '2.000,5 USD am Tag ab 30. April 2026 um 22:00 UTC',
  ],
  ['a total', { period: 'total', budget: '90' }, '90 USD in all', '90 USD insgesamt'],
])('the mail of a used budget of %s says which', (_case, about, english, german) => {
  const item = { campaignId: 'c1', ...about };
  const inEnglish = mailOf('campaign.budget_used', item, null);
  expect(inEnglish.subject).toBe('A campaign has used up a budget');
  expect(inEnglish.text).toContain(`\n- Campaign c1: ${english}\n`);
  const inGerman = mailOf('campaign.budget_used', item, 'de');
  expect(inGerman.subject).toBe('Eine Kampagne hat ein Budget verbraucht');
  expect(inGerman.text).toContain(`\n- Kampagne c1: ${german}\n`);
});

it.each([
  [
    'campaign.ended',
    { ...campaign, endedAt: hour },
    'A campaign has ended:\n\n- Shoes (c1) on 1 May 2026 at 12:00 UTC\n',
    'Eine Kampagne ist zu Ende:\n\n- Shoes (c1), 1. Mai 2026 um 12:00 UTC\n',
  ],
  [
    'campaign.suspended',
    { ...campaign, reason: 'fraud' },
    'A campaign is suspended:\n\n- Shoes (c1): fraud\n',
    'Eine Kampagne ist gesperrt:\n\n- Shoes (c1): fraud\n',
  ],
  [
    'creative.rejected',
    { name: 'Banner', creativeId: 'b1', reason: 'loud' },
    'A creative was rejected:\n\n- Banner (b1): loud\n',
    'Ein Werbemittel wurde abgelehnt:\n\n- Banner (b1): loud\n',
  ],
  [
    'figures.week',
    { side: 'advertiser', ...sums, conversions: 3, ...before },
    'Your figures of the week:\n\n- 4 May 2026 to 10 May 2026, your campaigns: views 12,345, clicks 6, conversions 3, cost 1,234.5 USD (before: views 7, cost 0.25 USD)\n',
    'Ihre Zahlen der Woche:\n\n- 4. Mai 2026 bis 10. Mai 2026, Ihre Kampagnen: Einblendungen 12.345, Klicks 6, Conversions 3, Kosten 1.234,5 USD (davor: Einblendungen 7, Kosten 0,25 USD)\n',
  ],
  [
    'figures.month',
    { side: 'publisher', name: null, views: 2, clicks: 1, amount: '0.5' },
    'Your figures of the month:\n\n- all others: views 2, clicks 1, earned 0.5 USD\n',
    'Ihre Zahlen des Monats:\n\n- alle anderen: Einblendungen 2, Klicks 1, verdient 0,5 USD\n',
  ],
  [
    'payment.sent',
    { amount: '1000.25', address: 'ads:0001', paymentId: 'p1' },
    'A payment is on its way to you:\n\n- 1,000.25 coins to ads:0001 (p1)\n',
    'Eine Zahlung ist zu Ihnen unterwegs:\n\n- 1.000,25 Coins an ads:0001 (p1)\n',
  ],
  [
    'webhook.disabled',
    { url: 'https://hook', reason: '410' },
    'A webhook is disabled:\n\n- https://hook: 410\n',
    'Ein Webhook ist abgeschaltet:\n\n- https://hook: 410\n',
  ],
] as const)('a mail of %s is in the language of its account', (kind, item, english, german) => {
  const end = 'To get no mails of this kind any more, open:\nhttps://end\n';
  expect(mailOf(kind, item, 'en').text).toBe(`${english}\n${end}`);
  const ende = 'Damit Sie keine Mails dieser Art mehr bekommen, öffnen Sie:\nhttps://end\n';
  expect(mailOf(kind, item, 'de').text).toBe(`${german}\n${ende}`);
});

describe('a mail of several', () => {
  const item = { ...campaign, reason: 'fraud' };
  const several = { items: [item, item], count: 5 };

  it.each([
    ['en', 'A campaign is suspended (5 times)', '- and 3 more'],
    ['de', 'Eine Kampagne ist gesperrt (5-mal)', '- und 3 weitere'],
  ] as const)('says in %s how many there are', (language, subject, more) => {
    const mail = noticeMailText('campaign.suspended', several, { unsubscribeUrl, language });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(`\n${more}\n`);
  });

  it('of figures says nothing of it', () => {
    const mail = noticeMailText('figures.week', several, { unsubscribeUrl, language: 'de' });
    expect(mail.subject).toBe('Ihre Zahlen der Woche');
  });
});

it.each(['en', 'de'] as const)('the words of others stay within their line in %s', (language) => {
  const name = '<b>Shoes</b>\r\nBcc: all@evil.example\u2028\n\n- forged';
  for (const kind of mailedKinds) {
    const item = { name, url: name, reason: name, campaignId: name, address: name, amount: name };
    const { subject, text } = mailOf(kind, item, language);
    expect(subject).not.toMatch(/\p{Cc}|Shoes/u);
    expect(text).toContain('<b>Shoes</b> Bcc: all@evil.example - forged');
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(1);
  }
});
