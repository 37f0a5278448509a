import type { ServiceContext } from '../../src/api/context';
import type { Creative } from '../../src/demand/creatives/creative.resource';
import { createId } from '../../src/id';
import { bookDeposit } from '../../src/money/pockets/pocket.service';
import type { ReceiptLine } from '../../src/money/peer-receipts/peer-receipt';
import { takeReceipt } from '../../src/money/peer-receipts/take-receipt.service';
import { requestWithdrawal } from '../../src/money/withdrawals/request-withdrawal.service';
import { aDeposit } from '../support/money-access';

const address = '0001-00000003-AB0C';

/** Somebody reports a creative, in words of his own. */
export function reportCreative(ctx: ServiceContext, { id, campaignId }: Creative): Promise<void> {
  return ctx.creativeReports.count({
    ...{ creativeId: id, campaignId, advertiserId: 'a'.repeat(32), reason: 'misleading' },
    ...{ siteId: 'b'.repeat(32), hash: null, reportedAt: ctx.now() },
    comment: 'It <b>promises</b> what it is not',
  });
}

/** An account asks for 2 of its coins. @returns the withdrawal's id */
export async function askToWithdraw(ctx: ServiceContext, accountId: string): Promise<string> {
  const { payoutAddress: from } = (await ctx.accounts.findById(accountId))!;
  await ctx.accounts.setPayoutAddress(accountId, { from, to: `ads:${address}`, changedAt: null });
  await bookDeposit(ctx, { accountId, amount: 10n ** 12n });
  const account = (await ctx.accounts.findById(accountId))!;
  return (await requestWithdrawal(ctx, { account, amount: 2n * 10n ** 11n, reference: null })).id;
}

/** A payment that the ledger has refused. @returns its id */
export async function returnPayment(ctx: ServiceContext, accountId: string): Promise<string> {
  const id = createId(ctx);
  const [preparedAt, none] = [ctx.now(), null];
  const payment = {
    ...({
      id,
      kind: 'earnings',
      accountId,
      address,
      amount: 10n ** 11n,
      state: 'returned',
    } as const),
    ...{
      earnedFrom: none,
      dueSince: none,
      earnedUntil: none,
      sentAt: none,
      confirmedAt: none,
      transactionId: none,
    },
    ...{ preparedAt, returnedAt: preparedAt, reason: 'the ledger does not know the address' },
  };
  await ctx.inTransaction((session) => ctx.payments.insert([payment], session));
  return id;
}

/** Another server has paid, and is to be asked what for. @returns the receipt's id */
export async function payReceipt(
  ctx: ServiceContext,
  peer: string,
  { amount = 10n ** 11n, transactionId = '0001:00000085:0001', id = createId(ctx) } = {},
): Promise<string> {
  const deposit = { ...aDeposit(id), peer, sender: peer, amount, transactionId };
  await ctx.inTransaction(async (session) => {
    await ctx.deposits.insert(deposit, session);
    await takeReceipt(ctx, deposit, session);
  });
  return id;
}

/** The server has told what a receipt is for, in parts of lines. */
export async function tellLines(
  ctx: ServiceContext,
  id: string,
  parts: readonly (readonly ReceiptLine[])[],
): Promise<void> {
  const receipt = (await ctx.peerReceipts.find(id))!;
  const lines = parts.flat();
  const sum = lines.reduce((all, { value }) => all + value, 0n);
  const told = { ...receipt.told, pages: 1, parts: parts.length, lines: lines.length, sum };
  await ctx.inTransaction(async (session) => {
    await ctx.peerReceipts.change(receipt, { state: 'told', told }, session);
    await ctx.peerReceipts.putParts(id, { from: 0, put: parts }, session);
  });
}
