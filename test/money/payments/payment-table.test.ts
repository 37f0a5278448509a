import { beforeAll, describe, expect, it } from '@jest/globals';
import { minuteMs } from '../../../src/time';
import { logIn, sendGraphql, startApp, type TestApp } from '../../support/app';
import { anId } from '../../support/events';
import { aPayment } from '../../support/payments';

let app: TestApp;
let token: string;
const ids = Array.from({ length: 12 }, anId);
const othersId = anId();
const amounts = [5n, 3n, 9n, 1n, 7n, 2n, 8n, 4n, 6n, 12n, 11n, 10n];
const states = ['confirmed', 'returned', 'prepared'] as const;

const ask = async (query: string) => {
  const { body } = await sendGraphql(app, token, query);
  return body;
};

/** The numbers of the payments of a page, from the oldest: 0 to 11. */
async function tableOf(args = ''): Promise<readonly number[]> {
  const { data } = await ask(`{ table: paymentTable${args} { nodes { id } } }`);
  return data.table.nodes.map(({ id }: { readonly id: string }) => ids.indexOf(id));
}

beforeAll(async () => {
  app = await startApp();
  const { ctx } = app;
  token = await logIn(app, 'publisher');
  const { id: accountId } = (await ctx.accounts.findByEmail('publisher@test.example'))!;
  const payments = ids.map((id, at) =>
    aPayment({
      ...{ id, accountId, amount: amounts[at]! * 10n ** 11n, state: states[at % 3]! },
      ...{ preparedAt: new Date(Date.now() + (at - 20) * minuteMs) },
      ...(at % 3 === 0 && { transactionId: `0001:0000004${at.toString(16).toUpperCase()}:0001` }),
      address: at === 4 ? '0002-0000ABCD-1F2E' : '0001-00000005-CBCA',
    }),
  );
  const others = aPayment({ id: othersId, accountId: anId(), preparedAt: new Date() });
  await ctx.inTransaction((session) => ctx.payments.insert([...payments, others], session));
});

describe('paymentTable', () => {
  it('has the newest first, by pages', async () => {
    expect(await tableOf()).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(await tableOf('(page: 2)')).toEqual([1, 0]);
    expect(await tableOf('(page: 3)')).toEqual([]);
    const { data } = await ask('{ paymentTable(first: 5) { totalCount pageInfo { lastPage } } }');
    expect(data.paymentTable).toEqual({ totalCount: 12, pageInfo: { lastPage: 3 } });
  });

  it.each([
    ['the oldest first', '(isDescending: false, first: 3)', [0, 1, 2]],
    ['the greatest first', '(orderBy: amount, first: 3)', [9, 10, 11]],
    ['the least first', '(orderBy: amount, isDescending: false, first: 3)', [3, 5, 1]],
    ['those in a state', '(states: [confirmed])', [9, 6, 3, 0]],
    ['those in one of two states', '(states: [returned, prepared], first: 3)', [11, 10, 8]],
    ['those of any state', '(states: [], first: 2)', [11, 10]],
    ['those of a transaction, in small letters', '(search: "0000004")', [9, 6, 3, 0]],
    ['those of an address, in small letters', '(search: "0000abcd")', [4]],
    ['those of both', '(search: "0000004", states: [returned])', []],
    ['none for signs of a pattern', '(search: ".*")', []],
    ['none for a character that BSON takes in no pattern', '(search: "\\u0000")', []],
  ])('has %s', async (_which, args, found) => {
    expect(await tableOf(args)).toEqual(found);
  });

  it('refuses a text that nothing can have', async () => {
    const { errors } = await ask(`{ paymentTable(search: "${'1'.repeat(65)}") { totalCount } }`);
    expect(errors[0].extensions).toMatchObject({
      ...{ code: 'VALIDATION_FAILED', details: { search: ['must have at most 64 characters'] } },
    });
  });
});

describe('payment', () => {
  it('is one of the viewer’s', async () => {
    const { data } = await ask(`{ payment(id: "${ids[3]}") { amount state earned { hour } } }`);
    expect(data.payment).toEqual({ amount: '1', state: 'confirmed', earned: [] });
  });

  it.each([
    ['another account’s', othersId],
    ['no id', 'x'],
  ])('is not found: %s', async (_which, id) => {
    const { errors } = await ask(`{ payment(id: "${id}") { id } }`);
    expect(errors[0].extensions.code).toBe('NOT_FOUND');
  });
});
