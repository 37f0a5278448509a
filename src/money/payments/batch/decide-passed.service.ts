import { eachWeighed, type WeighedSlot } from '../chain/weigh-slot';
import type { PaymentBatch, Undecided } from '../payment';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import { countPurposes } from './count-purposes';
import { decide } from './decide-batch.service';
import { hourMs, minuteMs } from '../../../time';

/** For so long a batch is looked for in every turn. */
const eagerMs = hourMs;
/** Later a batch is looked for this often: each look reads the account's log from the time of the batch on. */
const patientMs = 5 * minuteMs;
/** Blocks close every 8.5 minutes. */
const longestWaitMs = hourMs;

/**
 * Takes the ledger's word on batches whose number the chain is past. A batch in a closed block is confirmed. The money of
 * a batch that the ledger cannot take any more, because another transaction has its number, goes back to where it came
 * from. While the ledger has neither, nothing is decided, and operators are told.
 */
export async function decidePassed(
  ctx: SettlingContext,
  turn: SettlementTurn,
  passed: readonly PaymentBatch[],
): Promise<void> {
  const due = passed.filter((batch) => isDueForLook(batch, ctx.now()));
  const staying = new Map(passed.map((batch) => [batch.id, batch]));
  if (due.length > 0)
    for await (const slot of eachWeighed(ctx.ledger, due)) {
      turn.signal.throwIfAborted();
      const left = await takeWord(ctx, turn, slot);
      for (const { id } of left === null ? slot.signed : []) staying.delete(id);
      for (const batch of left ?? []) staying.set(batch.id, batch);
    }
  await tellUndecided(ctx, turn, [...staying.values()]);
}

/** @returns the batches as they are after the look; null: they are decided on */
async function takeWord(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { signed: batches, weighed }: WeighedSlot<PaymentBatch>,
): Promise<readonly PaymentBatch[] | null> {
  if (weighed.state === 'open') return noteOpen(ctx, turn, batches);
  if (weighed.state === 'undecided')
    return noteUndecided(ctx, turn, { batches, reason: weighed.reason });
  await decide(ctx, turn, { batches, decision: weighed.decision });
  return null;
}

/** Says that it is time to ask the ledger for a batch whose number the chain has passed. */
function isDueForLook({ undecided }: PaymentBatch, now: Date): boolean {
  if (undecided === null) return true;
  const { since, lookedAt } = undecided;
  const waitedMs = now.getTime() - lookedAt.getTime();
  // Below zero: the gateway that looked has a clock that is ahead of ours.
  const isPatient = waitedMs >= 0 && waitedMs < patientMs;
  return lookedAt.getTime() - since.getTime() < eagerMs || !isPatient;
}

/** Stores why the ledger does not decide on the batches of one number. @returns the batches with that reason */
function noteUndecided(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { batches, reason }: { readonly batches: readonly PaymentBatch[]; readonly reason: string },
): Promise<readonly PaymentBatch[]> {
  const lookedAt = ctx.now();
  const since = batches.find(({ undecided }) => undecided)?.undecided?.since ?? lookedAt;
  return store(ctx, turn, { batches, undecided: { since, lookedAt, reason } });
}

/** Forgets why batches were undecided: a block that may still close will decide. @returns the batches without a reason */
async function noteOpen(
  ctx: SettlingContext,
  turn: SettlementTurn,
  batches: readonly PaymentBatch[],
): Promise<readonly PaymentBatch[]> {
  const told = batches.filter(({ undecided }) => undecided !== null);
  if (told.length > 0) await store(ctx, turn, { batches: told, undecided: null });
  return batches.map((batch) => ({ ...batch, undecided: null }));
}

async function store(
  ctx: SettlingContext,
  turn: SettlementTurn,
  {
    batches,
    undecided,
  }: { readonly batches: readonly PaymentBatch[]; readonly undecided: Undecided | null },
): Promise<readonly PaymentBatch[]> {
  await turn.write({}, async (session) => {
    for (const { id } of batches) await ctx.paymentBatches.change(id, { undecided }, session);
  });
  return batches.map((batch) => ({ ...batch, undecided }));
}

/**
 * Tells operators which batches are undecided, in the record of settlement and in the log, and takes that back once none is.
 *
 * @param passed batches whose number the chain is past, as they are after this turn's look
 */
async function tellUndecided(
  ctx: SettlingContext,
  turn: SettlementTurn,
  passed: readonly PaymentBatch[],
): Promise<void> {
  const { undecided: told, positionAt } = turn.settlement;
  const now = ctx.now();
  const isLate = positionAt !== null && now.getTime() - positionAt.getTime() > longestWaitMs;
  const text = textOf(passed.filter((batch) => isLate || batch.undecided !== null));
  if (text === (told?.text ?? null)) return;
  await turn.write({ undecided: text === null ? null : { text, since: told?.since ?? now } });
  if (text === null) ctx.log.info('the ledger has decided on all payments that it is past');
  else ctx.log.error({ undecided: text }, 'the ledger does not tell what became of payments');
}

function textOf(batches: readonly PaymentBatch[]): string | null {
  const [first] = batches;
  if (!first) return null;
  const { sender, position, undecided } = first;
  const reason = undecided?.reason ?? 'no closed block has it yet';
  return `the ledger is past message id ${position.messageId} of ${sender} and does not tell what it has there (${reason}): payments that stay sent: ${countPurposes(batches)}`;
}
