import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { createAccountStore } from '../../../src/identity/accounts/account.store';
import { openDatabase } from '../../../src/platform/database/connection';
import { createTransactions } from '../../../src/platform/database/transaction';
import {
  ensurePeerAccount,
  peerAccountIdOf,
} from '../../../src/peers/directory/peer-account.service';
import { freshDatabase } from '../../support/database';
import { codeOf, sources } from '../../support/imports';

const address = '0001-00000005-CBCA';
const id = peerAccountIdOf(address);

/** Readers of accounts that are there for persons: they do not find a server's. */
const ofPersons = [
  ...[
    'findById',
    'findByEmail',
    'findLogin',
    'list',
    'listTable',
    'countTable',
    'findByProvenAddress',
    'findNeeded',
    'findStaying',
    'listMerged',
  ],
  ...[
    'isEmpty',
    'update',
    'setHolder',
    'setPayoutAddress',
    'mergeInto',
    'addProvenAddress',
    'insert',
  ],
  ...[
    'findSecondFactor',
    'beginSecondFactor',
    'confirmSecondFactor',
    'takeCounter',
    'takeRecoveryCode',
    'setRecoveryCodes',
    'removeSecondFactor',
  ],
];

/** Places that read any account, and what each does with a server's. */
const places: Readonly<Record<string, string>> = {
  'src/money/verification/judge/batch-facts.service.ts listStates':
    'its views are judged by its standing, as a publisher’s',
  'src/money/verification/again/free-means.service.ts listCreditLimits': 'none advertises',
  'src/money/verification/judge/set-aside.service.ts listCreditLimits': 'none advertises',
  'src/money/verification/judge/batch-facts.service.ts listCreditLimits': 'none advertises',
  'src/money/verification/again/prepared-payments.service.ts listByIds':
    'a payment to it counts as any other',
  'src/identity/audit/told-entries.service.ts listByIds':
    'it has no email, and changes nothing by itself',
  'src/identity/oauth/clients/client.service.ts listByIds': 'it has no client',
  'src/money/deposits/book-new-deposits.service.ts listByIds':
    'nobody is told a deposit code of it; a transfer that guessed one would be its funds',
  'src/money/budgets/suspension.service.ts listCreditLimits': 'none advertises',
  'src/money/budgets/account-funds.ts listCreditLimits': 'none advertises',
  'src/money/payments/chain/foreign-transfers.service.ts listPaidAt':
    'a transfer to its address by hand is told as one to a payee',
  'src/money/payments/due/due-withdrawals.service.ts listPayable': 'it withdraws nothing',
  'src/money/payments/due/earning-payees.service.ts listPayable': 'it is paid',
  'src/money/payments/batch/still-payable.service.ts listPayable': 'it is paid',
  'src/money/claims/merge-publisher.service.ts listPayable': 'nobody claims it',
  'src/money/held-hours/held-hour.service.ts listPayable': 'its hours cannot be held: it is denied',
  'src/insight/suspects/suspicious-hours.service.ts listPayable': 'its sites are left out',
  'src/peers/directory/peer-account.service.ts ensurePeer': 'makes it',
};

/** Places that name the collection itself, past the store, and what each does with a server's account. */
const pastTheStore: Readonly<Record<string, string>> = {
  'src/assembly/gateway.ts': 'hears that it has changed, as of any: memories forget it',
  'src/assembly/watched-collections.ts': 'gateways that poll hear that it has changed',
  'src/cli/db-check/references.ts': 'it is there, as sites and payments of it say',
  'src/cli/personal-data/collections.ts': 'export and erasure find whom they are for as a person',
  'src/cli/user/user-erase.ts': 'whom it erases was found as a person',
  'src/identity/accounts/account-model.store.ts': 'the store itself',
  'src/identity/accounts/account-table.type.ts':
    'a name in GraphQL: the table lists who has an email',
  'src/identity/oauth/tokens/memory.ts': 'forgets it when it has changed; it has no token',
  'src/insight/retention/found-account.store.ts': 'no find made it: it is not removed',
  'src/insight/statistics/questions/described.store.ts': 'reads the addresses of servers alone',
  'src/platform/database/migrations/0003-first-states.ts': 'there were none then',
  'src/platform/database/migrations/0006-proven-addresses.ts': 'there were none then',
  'src/platform/database/migrations/0013-peers-begin-off.ts': 'there were none then',
  'src/supply/sites/found-supply.store.ts': 'no find made it: it is neither marked nor listed',
};

/** A file without its comments, and without where types name the member of a context. */
const readsOf = (file: string): string =>
  codeOf(file)
    .replace(/\bPick<[^<>]*>/g, '')
    .replace(/\w+\['accounts'\]/g, '');

describe('the account of another server', () => {
  let db: Connection;
  let accounts: ReturnType<typeof createAccountStore>;
  beforeAll(async () => {
    db = await openDatabase(await freshDatabase());
    accounts = createAccountStore(db, () => new Date());
    for (const model of accounts.models) await model.createIndexes();
    const ids = await Promise.all([1, 2].map(() => ensurePeerAccount({ accounts }, address)));
    expect(ids).toEqual([id, id]);
  });

  afterAll(() => db.close());

  it('has an id of its own, the same wherever it is made', () => {
    expect(id).toMatch(/^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    expect(peerAccountIdOf('0001-00000004-DBEB')).not.toBe(id);
  });

  it('is nobody who could be named, logged in, changed or taken over', async () => {
    const payout = `ads:${address}`;
    const inTransaction = createTransactions(db);
    expect(await accounts.findById(id)).toBeNull();
    expect(await accounts.findByProvenAddress(payout)).toBeNull();
    for (const name of [id, payout]) expect(await accounts.findNeeded(name)).toBeNull();
    expect(await accounts.findStaying(id)).toBeNull();
    const all = { role: null, afterEmail: null, emailPrefix: null, limit: 10 };
    expect(await accounts.list(all)).toEqual([]);
    expect(await accounts.countTable({ part: '', roles: null })).toBe(0);
    expect(await accounts.isEmpty()).toBe(true);
    expect(await accounts.update(id, { roles: ['operator'] })).toBeNull();
    expect(await accounts.addProvenAddress(id, payout)).toBeNull();
    const begun = { secret: 'A', begunAt: new Date() };
    expect(await accounts.beginSecondFactor(id, begun)).toBeNull();
    const move = { from: payout, to: 'ads:0001-00000004-DBEB', changedAt: null };
    expect(await accounts.setPayoutAddress(id, move)).toBeNull();
    const taken = inTransaction((session) => accounts.mergeInto(id, 'ab'.repeat(16), session));
    expect(await taken).toBe(false);
  });

  it('is one that money knows', async () => {
    expect(await accounts.listByIds([id])).toMatchObject([{ id, roles: ['publisher'] }]);
    expect((await accounts.listPayable([id])).get(id)?.payoutAddress).toBe(`ads:${address}`);
    expect((await accounts.listStates([id])).get(id)).toMatchObject([
      { roles: ['publisher'], isSuspended: false },
    ]);
  });

  it('is known to every place that reads accounts of any kind', () => {
    const readers = [...Object.keys(accounts)].filter(
      (name) => name !== 'models' && !ofPersons.includes(name),
    );
    const call = new RegExp(`\\baccounts\\s*\\.(${readers.join('|')})\\(`, 'g');
    const found = sources
      .filter(
        (file) => file.startsWith('src/') && !file.startsWith('src/identity/accounts/account'),
      )
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(call)].map(([, name = '']) => `${file} ${name}`),
      );
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(places).toSorted());
  });

  it('is known to every place that names the collection of accounts past their store', () => {
    const files = sources.filter((file) => file.startsWith('src/'));
    const found = files.filter((file) => /(['"`])accounts\1/.test(readsOf(file)));
    expect(found.toSorted()).toEqual(Object.keys(pastTheStore).toSorted());
    const openers = files.filter((file) => /\bcreateAccountModel\b/.test(codeOf(file)));
    expect(openers.toSorted()).toEqual([
      'src/identity/accounts/account-model.store.ts',
      'src/identity/accounts/account.store.ts',
    ]);
  });
});
