import { expect, it } from '@jest/globals';
import { noticeMailText } from '../../../src/insight/notifications/notice-mail-texts';

const hour = '2026-05-01T12:00:00+00:00';
const day = '2026-04-30T22:00:00+00:00';

it.each([
  [
    'an hour, as former versions stored',
    { hour, hourlyBudget: '5' },
    `5 USD in the hour from ${hour}`,
  ],
  [
    'an hour',
    { period: 'hour', budget: '5', hour, hourlyBudget: '5' },
    `5 USD in the hour from ${hour}`,
  ],
  ['a day', { period: 'day', budget: '20', day }, `20 USD in the day from ${day}`],
  ['a total', { period: 'total', budget: '90' }, '90 USD in all'],
])('the mail of a used budget of %s says which', (_case, about, words) => {
  const items = [{ campaignId: 'c1', ...about }];
  const { subject, text } = noticeMailText(
    'campaign.budget_used',
    { items, count: 1 },
    'https://end',
  );
  expect(subject).toBe('A campaign has used up a budget');
  expect(text).toContain(`\n- Campaign c1: ${words}\n`);
});
