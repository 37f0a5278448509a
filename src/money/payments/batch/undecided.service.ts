import type { PaymentBatch, Undecided } from '../payment';
import type { SettlementTurn, SettlingContext } from '../payment.context';

/** So long every turn looks; then one in so many minutes does: it reads the log from those bytes on. */
const eagerMs = 60 * 60 * 1000;
const patientMs = 5 * 60 * 1000;
/** Blocks close every 8.5 minutes. */
const longestWaitMs = 60 * 60 * 1000;

/** Says that it is time to ask the ledger for a batch whose number the chain has passed. */
export function isDueForLook({ undecided }: PaymentBatch, now: Date): boolean {
  if (undecided === null) return true;
  const { since, lookedAt } = undecided;
  const waitedMs = now.getTime() - lookedAt.getTime();
  // Below zero: who looked has a clock that is ahead of ours.
  const isPatient = waitedMs >= 0 && waitedMs < patientMs;
  return lookedAt.getTime() - since.getTime() < eagerMs || !isPatient;
}

/** Keeps why nothing on the ledger decides on batches of one number. They stay as they are. */
export async function noteUndecided(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { batches, reason }: { readonly batches: readonly PaymentBatch[]; readonly reason: string },
): Promise<void> {
  const lookedAt = ctx.now();
  const since = batches.find(({ undecided }) => undecided)?.undecided?.since ?? lookedAt;
  await store(ctx, turn, batches, { since, lookedAt, reason });
}

/** An id whose block may close has come: the ledger will decide. */
export async function noteOpen(
  ctx: SettlingContext,
  turn: SettlementTurn,
  batches: readonly PaymentBatch[],
): Promise<void> {
  const told = batches.filter(({ undecided }) => undecided !== null);
  if (told.length > 0) await store(ctx, turn, told, null);
}

async function store(
  ctx: SettlingContext,
  { fence }: SettlementTurn,
  batches: readonly PaymentBatch[],
  undecided: Undecided | null,
): Promise<void> {
  await ctx.inTransaction(async (session) => {
    await ctx.settlements.change(fence, {}, session);
    for (const { id } of batches) await ctx.paymentBatches.change(id, { undecided }, session);
  });
}

/** Tells operators of what is undecided, in the record of settlement and in the log; of nothing once nothing is. */
export async function tellUndecided(
  ctx: SettlingContext,
  { fence }: SettlementTurn,
): Promise<void> {
  const { undecided: told, position, positionAt } = await ctx.settlements.get();
  const open = await ctx.paymentBatches.listOpen();
  const now = ctx.now();
  const isLate = positionAt !== null && now.getTime() - positionAt.getTime() > longestWaitMs;
  const passed = open.filter((batch) => batch.position.messageId < (position?.messageId ?? 0));
  const text = textOf(passed.filter((batch) => isLate || batch.undecided !== null));
  if (text === (told?.text ?? null)) return;
  const undecided = text === null ? null : { text, since: told?.since ?? now };
  await ctx.inTransaction((session) => ctx.settlements.change(fence, { undecided }, session));
  if (text === null) ctx.log.info('the ledger has decided on all payments that it is past');
  else ctx.log.error({ undecided: text }, 'the ledger does not tell what became of payments');
}

function textOf(batches: readonly PaymentBatch[]): string | null {
  const [first] = batches;
  if (!first) return null;
  const { sender, position, undecided } = first;
  const reason = undecided?.reason ?? 'no closed block has it yet';
  const payments = new Set(batches.flatMap(({ paymentIds }) => paymentIds)).size;
  return `the ledger is past message id ${position.messageId} of ${sender} and does not tell what it has there (${reason}): payments that stay sent: ${payments}`;
}
