import { parseHex } from '../../../../sidecar/ledger/hex';
import { broadcast } from '../../../../sidecar/ledger/transactions/broadcast/layout';
import { ownInfoUrl } from '../../../peers/discovery/own-info.service';
import type { LedgerAccount, PreparedTransfer } from '../../../platform/ledger/ledger-client';
import { LedgerFailure } from '../../../platform/ledger/ledger-failure';
import { hourMs } from '../../../time';
import { newBatch } from '../batch/new-batch';
import { assertSignedBroadcast } from '../batch/signed-transaction';
import { isAsideStill, sendAgainFromAside } from '../batch/stand-aside.service';
import type { Chain } from '../chain/chain.service';
import { leastBalanceOf } from '../due/network-fee';
import { isSamePosition, type PaymentBatch } from '../payment';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import { canBroadcast, mayBroadcast } from './may-broadcast.service';

const everyMs = 12 * hourMs;

/**
 * Signs a broadcast of where this server is, every 12 hours, and stores its bytes; nothing is sent. A ledger that does not
 * answer keeps no payment waiting.
 *
 * @returns false when there is none to be sent now.
 * @see docs/contract.md §10
 */
export async function prepareBroadcast(
  ctx: SettlingContext,
  turn: SettlementTurn,
  chain: Chain,
): Promise<boolean> {
  if (!canBroadcast(ctx)) return false;
  try {
    return (await isTime(ctx, chain)) && (await mayBroadcast(ctx))
      ? await prepare(ctx, turn, chain)
      : false;
  } catch (error) {
    if (!(error instanceof LedgerFailure)) throw error;
    ctx.log.warn({ err: error }, 'no broadcast could be prepared');
    return false;
  }
}

/** Where it was refused, the position of the chain is free for it still. */
const refusedHere = ({ payer, open }: Chain): readonly PaymentBatch[] =>
  open.filter(({ kind, position }) => kind === 'broadcast' && isSamePosition(position, payer));

async function isTime(ctx: SettlingContext, chain: Chain): Promise<boolean> {
  const now = ctx.now();
  const here = refusedHere(chain);
  if (here.some((batch) => isAsideStill(batch, now))) return false;
  // One that the ledger has not decided on may be in it.
  const isUndecided = chain.open.some(
    (batch) =>
      batch.kind === 'broadcast' &&
      !here.includes(batch) &&
      now.getTime() - batch.preparedAt.getTime() < everyMs,
  );
  return (
    !isUndecided && hasPassed(ctx, await ctx.paymentBatches.findBroadcastTime(chain.payer.address))
  );
}

/** Our clocks may jump, and differ: the ledger's blocks say what has passed between two broadcasts. */
async function hasPassed(
  { ledger, now }: Pick<SettlingContext, 'ledger' | 'now'>,
  last: Date | null,
): Promise<boolean> {
  if (last === null) return true;
  const nextAt = new Date(last.getTime() + everyMs);
  const isEarly = now() >= last && now() < nextAt;
  if (isEarly) return false;
  try {
    return (await ledger.listClosedBlocks(nextAt)).some((block) => block >= nextAt);
  } catch (error) {
    // There is no such block yet.
    if (error instanceof LedgerFailure && error.kind === 'refused') return false;
    throw error;
  }
}

async function prepare(ctx: SettlingContext, turn: SettlementTurn, chain: Chain): Promise<boolean> {
  const { payer } = chain;
  const message = Buffer.from(ownInfoUrl(ctx));
  const prepared = await sign(ctx, payer, message);
  if (prepared.fee > payer.balance - leastBalanceOf(payer.address)) {
    ctx.log.warn('the account that pays has too little for a broadcast');
    return false;
  }
  const before = refusedHere(chain).findLast((batch) => saysStill(batch, { message, prepared }));
  if (before) {
    await sendAgainFromAside(ctx, turn, before);
    return true;
  }
  const { address: sender, messageId, hash } = payer;
  const place = { sender, position: { messageId, hash } };
  const batch = newBatch(ctx, { ...place, prepared, purpose: { kind: 'broadcast' } });
  await turn.write({}, (session) => ctx.paymentBatches.insert(batch, session));
  return true;
}

async function sign(
  { ledger }: SettlingContext,
  { address: sender, messageId, hash }: LedgerAccount,
  message: Buffer,
): Promise<PreparedTransfer> {
  const position = { messageId, hash };
  const prepared = await ledger.prepareBroadcast(position, message);
  assertSignedBroadcast(prepared, { sender, position, message });
  return prepared;
}

/** Bytes that were refused are sent again, unless a clock that was ahead has signed them, or they say something else. */
function saysStill(
  { data, time }: PaymentBatch,
  { message, prepared }: { readonly message: Buffer; readonly prepared: PreparedTransfer },
): boolean {
  return time <= prepared.time && message.equals(broadcast.decode(parseHex(data)).message);
}
