import type { LedgerAccount } from '../../platform/ledger/ledger-client';
import { followChain } from './chain/chain.service';
import { createPayeeQueue, type PayeeQueue } from './due/choose-payees';
import { decidePassed } from './batch/decide-batch.service';
import { eachDue } from './due/due-order.service';
import { noteFinalHours } from './due/final-hours.service';
import { isSamePosition, type PaymentBatch } from './payment';
import type { PaymentContext, SettlementTurn, SettlingContext } from './payment.context';
import { prepareNewBatch } from './batch/prepare-batch.service';
import { reopenReplaced } from './chain/replaced-blocks.service';
import { sendBatch } from './batch/send-batch.service';
import { noteFailure, noteSuccess } from './turn-failure.service';

/** With so many transactions that wait for their blocks to close, no further ones are prepared. */
const mostOpen = 64;
/** The limit of one turn; the next one goes on. */
const mostSteps = 256;

/**
 * Pays what is due: looks at the ledger, decides on what it is past, sends what it waits for, prepares more. Every step
 * stands by itself: wherever a turn ends, the next one goes on from what is stored and what the ledger has. Why it failed
 * is stored for operators.
 *
 * @throws {ChainBrokenError} and {TurnLostError}; {LedgerFailure} when the ledger cannot be read.
 */
export async function settlePayments(ctx: PaymentContext, turn: SettlementTurn): Promise<void> {
  if (!canSettle(ctx)) return;
  await ctx.settlements.beginTurn(turn.fence);
  try {
    await takeSteps(ctx, turn);
  } catch (error) {
    await noteFailure(ctx, turn, error);
    throw error;
  }
  await noteSuccess(ctx, turn);
}

async function takeSteps(ctx: SettlingContext, turn: SettlementTurn): Promise<void> {
  await noteFinalHours(ctx, turn);
  await reopenReplaced(ctx, turn);
  let waiting: PayeeQueue | null = null;
  for (let step = 0; step < mostSteps; step += 1) {
    turn.signal.throwIfAborted();
    const { payer, open, passed } = await takeStock(ctx, turn);
    const { messageId } = payer;
    const tell = (facts: object, message: string) => {
      ctx.log.debug({ step, messageId, ...facts }, message);
    };
    tell({ open: open.length, passed: passed.length }, 'settlement looked at the ledger');
    // Once: what was sent in this turn is in no closed block yet.
    if (step === 0) await decidePassed(ctx, turn, passed);
    const sendable = open.findLast(
      ({ isAbandoned, position }) => !isAbandoned && isSamePosition(position, payer),
    );
    if (sendable) {
      const isSent = await sendBatch(ctx, turn, sendable);
      tell({ batchId: sendable.id, isSent }, 'settlement sent a batch');
      if (!isSent) return;
      continue;
    }
    if (open.length >= mostOpen) return;
    waiting ??= createPayeeQueue(eachDue(ctx, payer.address), ctx.now());
    const isPrepared = await prepareNewBatch(ctx, turn, { payer, waiting });
    tell({ isPrepared }, 'settlement looked for payees');
    if (!isPrepared) return;
  }
}

function canSettle(ctx: PaymentContext): ctx is SettlingContext {
  return ctx.ledger !== null;
}

interface Stock {
  readonly payer: LedgerAccount;
  readonly open: readonly PaymentBatch[];
  /** Open batches whose number the account is past. */
  readonly passed: readonly PaymentBatch[];
}

/** Where the ledger is, and what it has not decided on yet. */
async function takeStock(ctx: SettlingContext, turn: SettlementTurn): Promise<Stock> {
  const payer = await ctx.ledger.readOwnAccount();
  if (payer.address !== ctx.config.ledgerAddress)
    throw new Error(
      `the wallet signs for ${payer.address}, this server pays from ${ctx.config.ledgerAddress} (ADGATE_LEDGER_ADDRESS)`,
    );
  const open = await ctx.paymentBatches.listOpen();
  await followChain(ctx, turn, { payer, open });
  const passed = open.filter(({ position }) => position.messageId < payer.messageId);
  return { payer, open, passed };
}
