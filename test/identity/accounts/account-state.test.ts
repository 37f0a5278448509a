import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  resumeAccount,
  setRoles,
  suspendAccount,
} from '../../../src/identity/accounts/account-management.service';
import { type AccountState, accountStandingAt } from '../../../src/identity/accounts/account-state';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { maxStateEntries, type TimedState } from '../../../src/platform/states/state-history';
import { startApp, type TestApp } from '../../support/app';
import { anId } from '../../support/events';
import { addStates, minute } from '../../support/states';

describe('the standing of an account as a publisher', () => {
  const state = (count: number, change: Partial<AccountState> = {}): TimedState<AccountState> => ({
    at: minute(count),
    roles: ['publisher'],
    isSuspended: false,
    ...change,
  });

  it.each([
    ['one', [state(0)], 'running'],
    ['none', [state(0, { roles: ['advertiser'] })], null],
    [
      'suspended',
      [state(0), state(1, { isSuspended: true })],
      { kind: 'suspended', at: minute(1), hasGrace: false },
    ],
    [
      'none any more',
      [state(0), state(1, { roles: [] })],
      { kind: 'role_taken', at: minute(1), hasGrace: false },
    ],
    ['resumed', [state(0), state(1, { isSuspended: true }), state(2)], 'running'],
  ] as const)('that is %s', (_case, states, standing) => {
    expect(accountStandingAt(states, 'publisher', minute(9))).toEqual(standing);
  });
});

describe('the history of an account', () => {
  let app: TestApp;
  let count = 0;

  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => {
    count = 0;
    app.clock.now = () => minute(count);
  });

  const statesOf = async (id: string) =>
    (await app.ctx.accounts.listStates([id]))
      .get(id)!
      .map(({ at, isSuspended, roles }) => [at, isSuspended, roles]);

  const both = ['advertiser', 'publisher'] as const;
  const anAccount = () =>
    createAccount(app.ctx, {
      email: `${anId()}@example.org`,
      password: 'correct horse battery',
      roles: both,
    });

  it('begins when it is made, and has an entry of each change by the operator', async () => {
    const { id } = await anAccount();
    count = 1;
    await suspendAccount(app.ctx, { id, reason: 'fraud' });
    count = 2;
    await resumeAccount(app.ctx, id);
    count = 3;
    await setRoles(app.ctx, { id, roles: ['advertiser'] });
    await app.ctx.accounts.update(id, { emailConfirmedAt: minute(3) });
    expect(await statesOf(id)).toEqual([
      [minute(0), false, both],
      [minute(1), true, both],
      [minute(2), false, both],
      [minute(3), false, ['advertiser']],
    ]);
  });

  it('has both of two changes that race, and the newest of very many', async () => {
    const { id } = await anAccount();
    await Promise.all([
      app.ctx.accounts.update(id, { suspendedReason: 'fraud' }),
      app.ctx.accounts.update(id, { roles: ['publisher'] }),
    ]);
    const raced = await statesOf(id);
    expect([raced.length, raced.at(-1)]).toEqual([3, [minute(0), true, ['publisher']]]);
    const earlier = Array.from({ length: maxStateEntries - 5 }, (_, before) => ({
      at: minute(before + 1),
      isSuspended: before % 2 === 0,
    }));
    await addStates(app.ctx.accounts, id, earlier);
    for (count = earlier.length + 1; count <= maxStateEntries; count += 1)
      await app.ctx.accounts.update(id, { suspendedReason: count % 2 === 0 ? null : 'fraud' });
    const states = await statesOf(id);
    expect([states.length, states[0]]).toEqual([maxStateEntries, [minute(1), true, ['publisher']]]);
  });

  it('is no part of what is read of accounts', async () => {
    const account = await anAccount();
    const read = [
      account,
      await app.ctx.accounts.findById(account.id),
      await app.ctx.accounts.findByEmail(account.email!),
      await app.ctx.accounts.update(account.id, { roles: ['publisher'] }),
    ];
    expect(read).toHaveLength(4);
    for (const one of read) expect(one).not.toHaveProperty('states');
  });
});
