import { expect, it } from '@jest/globals';
import { problemsOfBudgets } from '../../../src/demand/campaigns/campaign-budgets';
import { usd } from '../../support/campaigns';

const of = (hour: string, day: string | null, total: string | null) => ({
  hourlyBudget: usd(hour),
  dailyBudget: day === null ? null : usd(day),
  totalBudget: total === null ? null : usd(total),
});

it.each([
  [of('5', null, null), {}],
  [of('5', '5', '5'), {}],
  [of('5', '4.99', null), { dailyBudget: ['must not be less than the budget of an hour'] }],
  [of('5', null, '4'), { totalBudget: ['must not be less than the budget of an hour'] }],
  [of('5', '50', '49'), { totalBudget: ['must not be less than the budget of a day'] }],
  [
    of('5', '4', '3'),
    {
      dailyBudget: ['must not be less than the budget of an hour'],
      totalBudget: ['must not be less than the budget of a day'],
    },
  ],
  [of('5', '0', null), { dailyBudget: ['must not be less than the budget of an hour'] }],
])('new ones of %j have the problems %j', (budgets, problems) => {
  expect(problemsOfBudgets(budgets)).toEqual(problems);
});

it('names the one that was changed', () => {
  const budgets = of('5', '4', '100');
  const { hourlyBudget, dailyBudget } = budgets;
  expect(problemsOfBudgets(budgets, { hourlyBudget })).toEqual({
    hourlyBudget: ['must not be more than the budget of a day'],
  });
  expect(problemsOfBudgets(budgets, { dailyBudget })).toEqual({
    dailyBudget: ['must not be less than the budget of an hour'],
  });
  expect(problemsOfBudgets(budgets, {})).toEqual({});
});
