import { expect, it } from '@jest/globals';
import { contentCategory, isSameCategory } from '../../../src/demand/campaigns/content-category';

it.each(['IAB1', 'IAB1-7', 'IAB2-23', 'IAB24', 'IAB26-4'])('takes %s', (code) => {
  expect(contentCategory.input.parse(code)).toBe(code);
});

it.each([
  '',
  'IAB',
  'IAB0',
  'IAB27',
  'IAB1-8',
  'IAB24-1',
  'IAB2-0',
  'IAB2-03',
  'iab2',
  'IAB2-3-1',
  2,
])('refuses %j', (code) => {
  expect(contentCategory.input.safeParse(code).error?.issues[0]?.message).toMatch(
    /^must be a category of the IAB Content Taxonomy 1.0/,
  );
});

it('a category of the first tier has all of its second one', () => {
  expect(isSameCategory('IAB2', 'IAB2')).toBe(true);
  expect(isSameCategory('IAB2', 'IAB2-3')).toBe(true);
  expect(isSameCategory('IAB2-3', 'IAB2')).toBe(true);
  expect(isSameCategory('IAB2-3', 'IAB2-30')).toBe(false);
  expect(isSameCategory('IAB2', 'IAB20')).toBe(false);
  expect(isSameCategory('IAB2-1', 'IAB20-1')).toBe(false);
});
