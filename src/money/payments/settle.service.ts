import { decidePassed } from './batch/decide-passed.service';
import { prepareNewBatch } from './batch/prepare-batch.service';
import { reopenReplaced } from './batch/reopen-batches.service';
import { sendBatch } from './batch/send-batch.service';
import { retryOrder } from './batch/stand-aside.service';
import { prepareBroadcast } from './broadcast/prepare-broadcast.service';
import { type Chain, followChain, passedOf, readChain, sendableOf } from './chain/chain.service';
import { eachDue } from './due/due-order.service';
import { createDueQueue, type DueQueue } from './due/due-queue';
import { type DueTerms, dueTermsOf, noteFinalHours } from './due/final-hours.service';
import { orderCommunityFee } from './orders/order-community-fee.service';
import { prepareOrder } from './orders/prepare-order.service';
import type { PaymentContext, SettlingContext } from './payment.context';
import { beginTurn, type SettlementTurn, type TurnLease } from './settlement-turn';
import { noteFailure, noteSuccess } from './turn-failure.service';

/** With so many transactions that wait for their blocks to close, no further ones are prepared. */
const mostOpen = 64;
/** The limit of one turn; the next one goes on. */
const mostSteps = 256;

/**
 * Pays what is due, and sends what else the account that pays has to: looks at the ledger, decides on what it is past,
 * sends what it waits for, prepares more. Every step
 * stands by itself: wherever a turn ends, the next one goes on from what is stored and what the ledger has. Why it failed
 * is stored for operators.
 *
 * @throws {ChainBrokenError} and {TurnLostError}; {LedgerFailure} when the ledger cannot be read.
 */
export async function settlePayments(ctx: PaymentContext, lease: TurnLease): Promise<void> {
  if (!canSettle(ctx)) return;
  const turn = await beginTurn(ctx, lease);
  try {
    await takeSteps(ctx, turn);
  } catch (error) {
    await noteFailure(ctx, turn, error);
    throw error;
  }
  await noteSuccess(turn);
}

function canSettle(ctx: PaymentContext): ctx is SettlingContext {
  return ctx.ledger !== null;
}

async function takeSteps(ctx: SettlingContext, turn: SettlementTurn): Promise<void> {
  await noteFinalHours(ctx, turn);
  const terms = dueTermsOf(ctx, turn.settlement);
  await reopenReplaced(ctx, turn);
  await orderCommunityFee(ctx, turn);
  const due = createDueQueue(eachDue(ctx, terms), ctx.now());
  for (let step = 0; step < mostSteps; step += 1) {
    turn.signal.throwIfAborted();
    const chain = await readChain(ctx);
    await followChain(ctx, turn, { ...chain, terms });
    const { open } = chain;
    const passed = passedOf(chain);
    const tell = (facts: object, message: string) => {
      ctx.log.debug({ step, messageId: chain.payer.messageId, ...facts }, message);
    };
    tell({ open: open.length, passed: passed.length }, 'settlement looked at the ledger');
    // Once: what was sent in this turn is in no closed block yet.
    if (step === 0) await decidePassed(ctx, turn, passed);
    const sendable = sendableOf(chain);
    if (sendable) {
      const isSent = await sendBatch(ctx, turn, sendable);
      tell({ batchId: sendable.id, isSent }, 'settlement sent a batch');
      if (!isSent) return;
      continue;
    }
    if (open.length >= mostOpen) return;
    const isPrepared = await prepareNext(ctx, turn, { chain, due, terms });
    tell({ isPrepared }, 'settlement looked for what is to be sent');
    if (!isPrepared) return;
  }
}

/** Of two kinds there is little, and they keep payments waiting for one transaction: they come first. */
async function prepareNext(
  ctx: SettlingContext,
  turn: SettlementTurn,
  {
    chain,
    due,
    terms,
  }: { readonly chain: Chain; readonly due: DueQueue; readonly terms: DueTerms },
): Promise<boolean> {
  const { payer } = chain;
  return (
    (await prepareBroadcast(ctx, turn, chain)) ||
    (await retryOrder(ctx, turn, chain)) ||
    (await prepareOrder(ctx, turn, payer)) ||
    (await prepareNewBatch(ctx, turn, { payer, due, terms }))
  );
}
