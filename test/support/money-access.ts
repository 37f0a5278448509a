import { earningsOf, fundsOf } from '../../src/money/books/book';
import { bookDeposit } from '../../src/money/pockets/pocket.service';
import type { Deposit } from '../../src/money/deposits/deposit';
import type { OperationRow } from './access-table';
import type { AccessWorld } from './access-world';
import { campaignIdOf } from './campaign-access';
import { anEvent } from './events';

/** Rates, accounts' money and the journal. */
export const moneyOperationAccess: Readonly<Record<string, OperationRow>> = {
  'Query.event': {
    rule: 'campaign.read',
    arguments: async ({ app, owner }) => {
      const event = anEvent({ advertiserId: owner.id });
      await app.ctx.events.insertMany([event], app.ctx.now());
      return `id: "${event.id}"`;
    },
    other: 'NOT_FOUND',
  },
  'Query.events': {
    rule: 'campaign.read',
    arguments: async (world) => `campaignId: "${await campaignIdOf(world)}"`,
    other: 'NOT_FOUND',
  },
  'Query.exchangeRate': { rule: 'anyToken', other: 'own' },
  'Query.payments': { rule: 'payment.read', other: 'own' },
  'Query.allPayments': { rule: 'operator', other: 'own' },
  'Query.waitingEarnings': { rule: 'operator', other: 'own' },
  'Query.deposits': { rule: 'payment.read', other: 'own' },
  'Query.allDeposits': { rule: 'operator', other: 'own' },
  'Mutation.assignDeposit': {
    rule: 'operator',
    arguments: async ({ app: { ctx }, owner }) => {
      const id = ctx.randomBytes(16).toString('hex');
      await ctx.inTransaction((session) => ctx.deposits.insert(aDeposit(id), session));
      return `id: "${id}", accountId: "${owner.id}"`;
    },
    other: 'own',
  },
  'Query.addressClaims': { rule: 'session', other: 'own' },
  'Mutation.claimAddress': {
    rule: 'session',
    arguments: () => 'address: "0001-0000000A-3A25"',
    other: 'own',
  },
  'Query.journal': { rule: 'payment.read', other: 'own' },
  'Mutation.bookDeposit': {
    rule: 'operator',
    arguments: ({ owner }) => `accountId: "${owner.id}", amount: "1"`,
    other: 'own',
  },
  'Mutation.bookWithdrawal': {
    rule: 'operator',
    arguments: async ({ app, owner }) => {
      await bookDeposit(app.ctx, { accountId: owner.id, amount: 1n });
      return `accountId: "${owner.id}", amount: "0.00000000001"`;
    },
    other: 'own',
  },
  // Somebody else has earned nothing: it is not the owner's that is moved.
  'Mutation.moveEarningsToFunds': {
    rule: 'session',
    arguments: async (world) => {
      await earn(world);
      return 'amount: "0.00000000001"';
    },
    other: 'VALIDATION_FAILED',
  },
  'Mutation.setExchangeRate': { rule: 'operator', arguments: () => 'rate: "1"', other: 'own' },
};

/** One that names nobody. */
const aDeposit = (id: string): Deposit => ({
  ...{ id, ledgerAddress: '0001-00000001-8B4E', transactionId: '0001:00000002:0001' },
  ...{ sender: '0001-00000002-BB2D', amount: 1n, message: null, accountId: null },
  ...{ sentAt: new Date(), bookedAt: new Date() },
});

/** Gives the owner something to move. */
async function earn({ app: { ctx }, owner }: AccessWorld): Promise<void> {
  const id = ctx.randomBytes(16).toString('hex');
  const lines = [
    { book: earningsOf(owner.id), amount: 1n },
    { book: fundsOf('a'.repeat(32)), amount: -1n },
  ];
  await ctx.inTransaction((session) =>
    ctx.books.post([{ id, kind: 'charge', at: ctx.now(), lines, memo: null }], session),
  );
}
