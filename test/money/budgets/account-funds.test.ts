import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Amount } from '../../../src/amount';
import { type AccountFunds, createAccountFunds } from '../../../src/money/budgets/account-funds';
import type { Rate } from '../../../src/money/rates/rate';
import { hourMs, secondMs } from '../../../src/time';

const noon = Date.parse('2026-05-01T12:00:00Z');
const someRate: Rate = {
  ...{ from: new Date(noon), rate: 10n ** 11n, setAt: new Date(noon), source: 'operator' },
};

let now: number;
let rate: Rate | null;
let creditLimit: Amount | null;
let funds: AccountFunds;
beforeEach(() => {
  now = noon;
  rate = someRate;
  creditLimit = null;
  funds = createAccountFunds({
    accounts: {
      listCreditLimits: (ids) => Promise.resolve(new Map(ids.map((id) => [id, creditLimit]))),
    },
    books: { balancesOf: () => Promise.resolve(new Map()) },
    rates: { recent: () => rate },
    now: () => new Date(now),
  });
});

describe('a credit limit that an operator has changed', () => {
  const isLimited = async (at: number) => {
    now = at;
    return (await funds.listLimited(['one'])).length > 0;
  };

  it('counts after 30 seconds', async () => {
    expect(await isLimited(noon)).toBe(false);
    creditLimit = 0n;
    expect(await isLimited(noon + 30 * secondMs)).toBe(false);
    expect(await isLimited(noon + 30 * secondMs + 1)).toBe(true);
  });

  it('counts at once where the clock was set back by more', async () => {
    expect(await isLimited(noon)).toBe(false);
    creditLimit = 0n;
    expect(await isLimited(noon - hourMs)).toBe(true);
  });
});

describe('without a rate', () => {
  const mayOffer = (at: number) => {
    now = at;
    return funds.mayOffer();
  };

  it('what is to be paid for is offered for an hour, and not a moment longer', () => {
    expect(mayOffer(noon)).toBe(true);
    rate = null;
    expect(mayOffer(noon + hourMs)).toBe(true);
    expect(mayOffer(noon + hourMs + 1)).toBe(false);
    rate = someRate;
    expect(mayOffer(noon + hourMs + 2)).toBe(true);
  });

  it('it is offered for no longer where the clock was set back meanwhile', () => {
    expect(mayOffer(noon)).toBe(true);
    rate = null;
    expect(mayOffer(noon - hourMs)).toBe(true);
    expect(mayOffer(noon)).toBe(true);
    expect(mayOffer(noon + 1)).toBe(false);
  });
});
