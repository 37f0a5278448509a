import { earningsOf, fundsOf } from '../../src/money/books/book';
import { bookDeposit } from '../../src/money/pockets/pocket.service';
import type { Deposit } from '../../src/money/deposits/deposit';
import { requestWithdrawal } from '../../src/money/withdrawals/request-withdrawal.service';
import type { OperationRow } from './access-row';
import type { AccessWorld } from './access-world';
import { campaignIdOf } from './campaign-access';
import { anEvent } from './events';
import { aPayment } from './payments';

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
  'Query.auctionTypes': { rule: 'anyToken', other: 'own' },
  'Query.exchangeRate': { rule: 'anyToken', other: 'own' },
  'Query.exchangeRates': { rule: 'operator', other: 'own' },
  'Query.payments': { rule: 'payment.read', other: 'own' },
  'Query.paymentTable': { rule: 'payment.read', other: 'own' },
  'Query.payment': {
    rule: 'payment.read',
    arguments: async ({ app: { ctx }, owner }) => {
      const payment = aPayment({ accountId: owner.id, preparedAt: ctx.now() });
      await ctx.inTransaction((session) => ctx.payments.insert([payment], session));
      return `id: "${payment.id}"`;
    },
    other: 'NOT_FOUND',
  },
  'Query.allPayments': { rule: 'operator', other: 'own' },
  'Query.waitingEarnings': { rule: 'operator', other: 'own' },
  'Query.settlement': { rule: 'operator', other: 'own' },
  'Mutation.pauseSettlement': {
    rule: 'operator',
    arguments: () => 'reason: "looking"',
    other: 'own',
  },
  'Mutation.resumeSettlement': { rule: 'operator', other: 'own' },
  'Mutation.holdPayments': {
    rule: 'operator',
    arguments: ({ owner }) => `accountId: "${owner.id}", reason: "papers"`,
    other: 'own',
  },
  'Mutation.releasePayments': {
    rule: 'operator',
    arguments: ({ owner }) => `accountId: "${owner.id}"`,
    other: 'own',
  },
  'Mutation.retryPayment': {
    rule: 'operator',
    arguments: () => `id: "${'0'.repeat(32)}"`,
    owner: 'NOT_FOUND',
    other: 'own',
  },
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
  'Mutation.unassignDeposit': {
    rule: 'operator',
    arguments: async ({ app: { ctx } }) => {
      const id = ctx.randomBytes(16).toString('hex');
      await ctx.inTransaction((session) => ctx.deposits.insert(aDeposit(id), session));
      return `id: "${id}"`;
    },
    other: 'own',
  },
  'Query.addressClaims': { rule: 'session', other: 'own' },
  'Mutation.claimAddress': {
    rule: 'session',
    arguments: () => 'address: "0001-0000000A-3A25"',
    other: 'own',
  },
  'Query.withdrawals': { rule: 'payment.read', other: 'own' },
  'Query.withdrawalQuote': { rule: 'payment.read', other: 'own' },
  'Query.allWithdrawals': { rule: 'operator', other: 'own' },
  'Mutation.requestWithdrawal': {
    rule: 'session',
    arguments: async (world) => {
      await fund(world);
      return 'amount: "2"';
    },
    other: 'VALIDATION_FAILED',
  },
  'Mutation.confirmWithdrawal': { rule: 'everybody' },
  'Mutation.cancelWithdrawal': {
    rule: 'session',
    arguments: async (world) => `id: "${await withdrawalIdOf(world)}"`,
    other: 'NOT_FOUND',
  },
  'Mutation.approveWithdrawal': {
    rule: 'operator',
    arguments: async (world) => `id: "${await withdrawalIdOf(world)}"`,
    other: 'own',
  },
  'Mutation.rejectWithdrawal': {
    rule: 'operator',
    arguments: async (world) => `id: "${await withdrawalIdOf(world)}", reason: "papers"`,
    other: 'own',
  },
  'Query.journal': { rule: 'payment.read', other: 'own' },
  'Query.statement': {
    rule: 'payment.read',
    arguments: () => 'from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z"',
    other: 'own',
  },
  'Query.awaitedDeposits': { rule: 'payment.read', other: 'own' },
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
  'Mutation.setAuctionType': {
    rule: 'operator',
    arguments: () => 'type: first_price',
    other: 'own',
  },
  'Mutation.setExchangeRate': { rule: 'operator', arguments: () => 'rate: "1"', other: 'own' },
};

/** One that names nobody. */
export const aDeposit = (id: string): Deposit => ({
  ...{ id, ledgerAddress: '0001-00000001-8B4E', transactionId: '0001:00000002:0001' },
  ...{ sender: '0001-00000002-BB2D', amount: 1n, message: null, accountId: null },
  ...{
    sentAt: new Date(),
    bookedAt: new Date(),
    unassignments: 0,
    proof: null,
    reversedAt: null,
    reversals: 0,
    messageId: null,
    successorId: null,
    endedAt: null,
    endedById: null,
    peer: null,
    receiptId: null,
    isNoReceipt: false,
  },
});

/** Gives the owner something to withdraw, and an address to withdraw it to. */
async function fund({ app: { ctx }, owner }: AccessWorld): Promise<void> {
  const { payoutAddress: from } = (await ctx.accounts.findById(owner.id))!;
  await ctx.accounts.setPayoutAddress(owner.id, {
    from,
    to: 'ads:0001-00000003-AB0C',
    changedAt: null,
  });
  await bookDeposit(ctx, { accountId: owner.id, amount: 10n ** 12n });
}

async function withdrawalIdOf(world: AccessWorld): Promise<string> {
  await fund(world);
  const { ctx } = world.app;
  const account = (await ctx.accounts.findById(world.owner.id))!;
  return (await requestWithdrawal(ctx, { account, amount: 2n * 10n ** 11n, reference: null })).id;
}

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
