import { beforeAll, describe, expect, it } from '@jest/globals';
import { formatAmount, maxAmount, parseAmount } from '../../../src/amount';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { earningsOf, fundsOf } from '../../../src/money/books/book';
import { holdPayments } from '../../../src/money/payments/payment.service';
import {
  bookDeposit,
  bookWithdrawal,
  listPockets,
  moveEarningsToFunds,
} from '../../../src/money/pockets/pocket.service';
import { mostOwed, spendableOf } from '../../../src/money/pockets/pockets';
import { accessToken, logIn, startApp, type TestApp } from '../../support/app';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { anAccount, ask, charge, sessionOf } from './pocket-owners';

const coins = (text: string) => parseAmount(text)!;

let mongodbUri: string;
let app: TestApp;
let operator: string;
beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
  operator = await logIn(app, 'operator');
});

const pocketsOf = async (id: string) => {
  const { funds, earnings } = (await listPockets(app.ctx, [id])).get(id)!;
  return [formatAmount(funds), formatAmount(earnings)];
};

const account = (command: string, email: string, ...args: readonly string[]) =>
  runCommand(mongodbUri, ['account', command, email, ...args]);

describe('adgate account', () => {
  it('books a deposit once for its reference, and shows what the account has', async () => {
    const { id, email } = await anAccount(app);
    const args = ['--amount', '12.5', '--reference', 'bank 1'];
    const first = await account('deposit', email, ...args);
    expect(first.json).toEqual({
      id,
      email,
      funds: '12.5',
      earnings: '0',
      creditLimit: null,
      amount: '12.5',
      reference: 'bank 1',
      bookedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      isRepeated: false,
    });
    const again = await account('deposit', email, ...args);
    expect(again.json).toEqual({ ...first.json, isRepeated: true });
    const shown = await account('show', email);
    expect(shown.json).toEqual({ id, email, funds: '12.5', earnings: '0', creditLimit: null });
  });

  it('refuses another amount, and another account, under a reference', async () => {
    const [one, other] = [await anAccount(app), await anAccount(app)];
    await account('deposit', one.email, '--amount', '5', '--reference', 'bank 2');
    const amount = await account('deposit', one.email, '--amount', '6', '--reference', 'bank 2');
    expect([amount.exitCode, amount.lines]).toEqual([
      1,
      ['the reference bank 2 is that of a deposit of 5 coins'],
    ]);
    const wrong = await account('deposit', other.email, '--amount', '5', '--reference', 'bank 2');
    expect([wrong.exitCode, wrong.lines]).toEqual([
      1,
      ["the reference bank 2 is that of another account's deposit"],
    ]);
    expect(await pocketsOf(other.id)).toEqual(['0', '0']);
    // A withdrawal has references of its own.
    const out = await account('withdraw', one.email, '--amount', '2', '--reference', 'bank 2');
    expect(out.json).toMatchObject({ funds: '3', isRepeated: false });
  });

  it('withdraws no more than the funds, whatever the credit', async () => {
    const { email } = await anAccount(app);
    await account('deposit', email, '--amount', '5');
    const refused = await account('withdraw', email, '--amount', '5.00000000001');
    expect([refused.exitCode, refused.lines]).toEqual([
      1,
      ['amount is more than the 5 coins that are free'],
    ]);
    const args = ['--amount', '5', '--reference', 'out 1'];
    expect((await account('withdraw', email, ...args)).json).toMatchObject({ funds: '0' });
    expect((await account('withdraw', email, ...args)).json).toMatchObject({
      funds: '0',
      isRepeated: true,
    });
  });

  it.each([
    ['0', 2, '--amount must be coins above 0'],
    ['-1', 2, '--amount needs <coins>'],
    ['=-1', 2, '--amount must be coins above 0'],
    ['0.000000000001', 2, 'at most 11 decimals'],
    ['92233720.36854775808', 2, 'below 92233720.4'],
    ['1e3', 2, '--amount must be coins above 0'],
  ])('refuses the amount %s', async (amount, exitCode, message) => {
    const { id, email } = await anAccount(app);
    const args = amount.startsWith('=') ? [`--amount${amount}`] : ['--amount', amount];
    const outcome = await account('deposit', email, ...args);
    expect([outcome.exitCode, outcome.lines.join()]).toEqual([
      exitCode,
      expect.stringContaining(message),
    ]);
    expect(await pocketsOf(id)).toEqual(['0', '0']);
  });

  it.each(['deposit', 'withdraw'])('knows nobody else: %s', async (command) => {
    const unknown = await account(command, 'nobody@money.example', '--amount', '1');
    expect([unknown.exitCode, unknown.lines]).toEqual([
      1,
      ['account nobody@money.example not found'],
    ]);
  });

  it('shows the credit that the settings give', async () => {
    const { email } = await anAccount(app);
    const own = await startApp({ mongodbUri, env: { ADGATE_DEFAULT_CREDIT: '7' } });
    const { ctx } = own;
    expect((await ctx.accounts.findByEmail(email))?.creditLimit).toBe(coins('7'));
    await runCommand(mongodbUri, ['user', 'credit', email, '--limit', 'unlimited']);
    expect((await ctx.accounts.findByEmail(email))?.creditLimit).toBeNull();
    await own.close();
  });
});

describe('bookings', () => {
  it('that come at once lose nothing, and take out nothing twice', async () => {
    const { id } = await anAccount(app);
    const deposits = Array.from({ length: 10 }, () =>
      bookDeposit(app.ctx, { accountId: id, amount: 3n }),
    );
    await Promise.all(deposits);
    const withdrawals = await Promise.allSettled(
      Array.from({ length: 10 }, () => bookWithdrawal(app.ctx, { accountId: id, amount: 20n })),
    );
    expect(withdrawals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await listPockets(app.ctx, [id])).get(id)?.funds).toBe(10n);
  });

  it('know a reference in another Unicode form, and with blanks around it', async () => {
    const { id } = await anAccount(app);
    const deposit = (reference: string) =>
      bookDeposit(app.ctx, { accountId: id, amount: 3n, reference });
    const first = await deposit('Ma\u0308rz 1');
    const again = await Promise.all(
      ['M\u00e4rz 1', ' M\u00e4rz 1', 'Ma\u0308rz 1\u00a0 '].map(deposit),
    );
    expect([first.isRepeated, first.reference]).toEqual([false, 'M\u00e4rz 1']);
    expect(again.map(({ isRepeated }) => isRepeated)).toEqual([true, true, true]);
  });

  it('of one reference that come at once are one', async () => {
    const { id } = await anAccount(app);
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        bookDeposit(app.ctx, { accountId: id, amount: 3n, reference: 'at once' }),
      ),
    );
    expect(all.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
    expect((await listPockets(app.ctx, [id])).get(id)?.funds).toBe(3n);
  });

  it.each([
    ['no account', { accountId: 'f'.repeat(32) }, 'NOT_FOUND'],
    ['0', { amount: 0n }, 'VALIDATION_FAILED'],
    ['a negative amount', { amount: -1n }, 'VALIDATION_FAILED'],
    ['more than int64', { amount: maxAmount + 1n }, 'VALIDATION_FAILED'],
    ['a reference of blanks', { reference: '  ' }, 'VALIDATION_FAILED'],
    ['a long reference', { reference: 'x'.repeat(201) }, 'VALIDATION_FAILED'],
    ['an unreadable reference', { reference: 'a\nb' }, 'VALIDATION_FAILED'],
  ])('refuse %s', async (_case, wrong, code) => {
    const { id } = await anAccount(app);
    const params = { accountId: id, amount: 1n, ...wrong };
    await expect(bookDeposit(app.ctx, params)).rejects.toMatchObject({ code });
    await expect(bookWithdrawal(app.ctx, params)).rejects.toMatchObject({ code });
  });

  it('refuse what the books cannot hold', async () => {
    const other = await startApp();
    const email = 'rich@money.example';
    const { id } = await createAccount(other.ctx, {
      email,
      password: 'correct horse',
      roles: ['advertiser'],
    });
    await bookDeposit(other.ctx, { accountId: id, amount: maxAmount - 1n });
    const more = bookDeposit(other.ctx, { accountId: id, amount: 2n });
    await expect(more).rejects.toThrow('more than the books can hold: 0.00000000001 more');
    await bookDeposit(other.ctx, { accountId: id, amount: 1n });
  });

  it('of operators are mutations, too', async () => {
    const { id } = await anAccount(app);
    const book = (name: string, amount: string) =>
      ask(
        app,
        operator,
        `mutation { ${name}(accountId: "${id}", amount: "${amount}", reference: "g 1") { account { funds earnings } amount reference isRepeated } }`,
      );
    expect((await book('bookDeposit', '2')).data.bookDeposit).toEqual({
      account: { funds: '2', earnings: '0' },
      amount: '2',
      reference: 'g 1',
      isRepeated: false,
    });
    expect((await book('bookDeposit', '2')).data.bookDeposit.isRepeated).toBe(true);
    expect((await book('bookDeposit', '3')).errors[0].extensions.code).toBe('CONFLICT');
    expect((await book('bookWithdrawal', '3')).errors[0].extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { amount: ['is more than the 2 coins that are free'] },
    });
    expect((await book('bookWithdrawal', '2')).data.bookWithdrawal.account.funds).toBe('0');
    const all = await ask(app, operator, '{ allAccounts { id funds earnings creditLimit } }');
    expect(all.data.allAccounts).toContainEqual({
      id,
      funds: '0',
      earnings: '0',
      creditLimit: null,
    });
  });
});

describe('moveEarningsToFunds', () => {
  it('moves what the viewer has earned, and no more', async () => {
    const [publisher, advertiser] = [await anAccount(app), await anAccount(app)];
    await charge(app, 'move-1', new Date(), [
      { book: fundsOf(advertiser.id), amount: coins('-3') },
      { book: earningsOf(publisher.id), amount: coins('3') },
    ]);
    const token = await sessionOf(app, publisher.email);
    const move = (amount: string) =>
      ask(app, token, `mutation { moveEarningsToFunds(amount: "${amount}") { funds earnings } }`);
    expect((await move('1')).data.moveEarningsToFunds).toEqual({ funds: '1', earnings: '2' });
    expect((await move('2.00000000001')).errors[0].extensions.details).toEqual({
      amount: ['is more than the 2 coins that are free'],
    });
    for (const amount of ['0', '-1'])
      expect((await move(amount)).errors[0].extensions.code).toBe('VALIDATION_FAILED');
    expect((await move('2')).data.moveEarningsToFunds).toEqual({ funds: '3', earnings: '0' });
    expect(await pocketsOf(advertiser.id)).toEqual(['-3', '0']);
  });

  it('moves once what has one reference', async () => {
    const [publisher, advertiser] = [await anAccount(app), await anAccount(app)];
    await charge(app, 'move-3', new Date(), [
      { book: fundsOf(advertiser.id), amount: coins('-3') },
      { book: earningsOf(publisher.id), amount: coins('3') },
    ]);
    const token = await sessionOf(app, publisher.email);
    const move = (amount: string) =>
      ask(
        app,
        token,
        `mutation { moveEarningsToFunds(amount: "${amount}", reference: "m 1") { funds earnings } }`,
      );
    for (let times = 0; times < 2; times += 1)
      expect((await move('1')).data.moveEarningsToFunds).toEqual({ funds: '1', earnings: '2' });
    expect((await move('2')).errors[0].extensions.code).toBe('CONFLICT');
  });

  it('moves nothing while the operator holds the earnings', async () => {
    const [publisher, advertiser] = [await anAccount(app), await anAccount(app)];
    await charge(app, 'move-4', new Date(), [
      { book: fundsOf(advertiser.id), amount: coins('-3') },
      { book: earningsOf(publisher.id), amount: coins('3') },
    ]);
    const token = await sessionOf(app, publisher.email);
    const move = (reference: string) =>
      ask(
        app,
        token,
        `mutation { moveEarningsToFunds(amount: "1", reference: "${reference}") { earnings } }`,
      );
    await move('before');
    await holdPayments(app.ctx, { accountId: publisher.id, reason: 'fraud' });
    const [refusal] = (await move('held')).errors;
    expect([refusal.extensions.code, refusal.message]).toEqual([
      'CONFLICT',
      expect.stringContaining('fraud'),
    ]);
    // A move that was made before is told again.
    expect((await move('before')).data.moveEarningsToFunds).toEqual({ earnings: '2' });
    await holdPayments(app.ctx, { accountId: publisher.id, reason: null });
    expect((await move('held')).data.moveEarningsToFunds).toEqual({ earnings: '1' });
  });

  it('moves nothing twice when it comes at once', async () => {
    const [publisher, advertiser] = [await anAccount(app), await anAccount(app)];
    await charge(app, 'move-2', new Date(), [
      { book: fundsOf(advertiser.id), amount: -5n },
      { book: earningsOf(publisher.id), amount: 5n },
    ]);
    const moves = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        moveEarningsToFunds(app.ctx, { accountId: publisher.id, amount: 2n }),
      ),
    );
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await listPockets(app.ctx, [publisher.id])).get(publisher.id)).toEqual({
      funds: 4n,
      earnings: 1n,
    });
  });
});

it.each([
  [5n, 0n, 5n],
  [0n, 0n, 0n],
  [-3n, 10n, 7n],
  [-13n, 10n, 0n],
  [-13n, null, mostOwed - 13n],
  [-mostOwed, null, 0n],
  [maxAmount, null, maxAmount],
])('funds of %p with a credit of %p may be charged %p', (funds, creditLimit, spendable) => {
  expect(spendableOf({ funds, creditLimit })).toBe(spendable);
});

describe('the pockets of the viewer', () => {
  const query = '{ viewer { funds earnings } }';

  it('are told to an access token with the scope of payments', async () => {
    const token = await accessToken(app, { scopes: ['payment.read'] });
    const { errors, data } = await ask(app, token, query);
    expect([errors, data.viewer.funds]).toEqual([undefined, '0']);
  });

  it.each([
    ...['funds', 'earnings', 'creditLimit', 'payoutAddress', 'payoutAddressChangedAt'],
    ...['provenAddresses', 'waitingEarnings { amount }', 'depositCode'],
  ])('are not told to one without it: %s', async (field) => {
    const token = await accessToken(app, { scopes: ['campaign.read'] });
    const { errors } = await ask(app, token, `{ viewer { ${field} } }`);
    expect(errors[0]).toMatchObject({
      message: 'this needs the scope payment.read',
      extensions: { code: 'FORBIDDEN' },
    });
  });
});
