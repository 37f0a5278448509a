import { expect, it } from '@jest/globals';
import { capsOf, frequencyCapsKind } from '../../../src/demand/campaigns/frequency-caps';

it('are views per period, one for each', () => {
  const { input } = frequencyCapsKind;
  for (const good of [null, ['3/day'], ['1/hour', '3/day', '9/week', '9999/life']])
    expect(input.parse(good)).toEqual(good);
  expect(capsOf(['3/day', '10/life'])).toEqual([
    { views: 3, per: 'day' },
    { views: 10, per: 'life' },
  ]);
});

it.each([
  [[], 'must name a cap: null is without'],
  [['0/day'], /^must be 1 to 9999 views per hour, day, week, life/],
  [['-1/day'], /^must be 1 to 9999/],
  [['10000/day'], /^must be 1 to 9999/],
  [['1.5/day'], /^must be 1 to 9999/],
  [['3/month'], /^must be 1 to 9999/],
  [['03/day'], /^must be 1 to 9999/],
  [['3/day', '4/day'], 'must have one cap for a period'],
  [['1/hour', '1/day', '1/week', '1/life', '2/life'], /at most 4/],
])('refuse %j', (caps, problem) => {
  const result = frequencyCapsKind.input.safeParse(caps);
  expect(result.error?.issues[0]?.message).toEqual(
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  );
});
