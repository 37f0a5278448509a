import { type Amount, maxAmount } from '../../amount';
import type { Peer } from '../../peers/directory/peer';
import type { QuestionToPeer } from '../../peers/calls/peer-calls';
import { readBoosts, readDetailsMeta, readDetailsPage } from './details-answer';
import type { PeerReceiptContext } from './peer-receipt.context';
import { postpone } from './postpone-receipt.service';
import {
  isOverdue,
  linesOfPart,
  type PeerReceipt,
  type ReceiptLine,
  type ToldDetails,
} from './peer-receipt';

/** Lines of a page; a shorter page is the last. @see docs/peers.md §10 */
const pageSize = 5_000;
/** A longer answer is read no further. @see docs/contract.md §10 */
const mostPages = 1_000;
const notFound = 404;

/** The outcome of one question: the receipt as it is then; null: somebody else has gone on with it. */
type Step = PeerReceipt | null;

/**
 * Asks the server that has paid what a receipt is for, page after page, and stores each page with how far it came: wherever that
 * ends, it goes on from there, and nothing is asked twice.
 *
 * @param until no further page is asked for after that
 * @throws {LedgerFailure} where the wallet does not sign
 */
export async function readDetails(
  ctx: PeerReceiptContext,
  receipt: PeerReceipt,
  { until, signal }: { readonly until: Date; readonly signal: AbortSignal },
): Promise<void> {
  const peer = await ctx.peers.find(receipt.peer);
  if (peer === null) return postpone(ctx, receipt, 'its server is not known any more');
  const refusal = whyNotAsked(peer);
  if (refusal !== null) return postpone(ctx, receipt, refusal);
  let step: Step = receipt;
  if (receipt.told.pages === 0 && receipt.told.meta === null)
    step = await readMeta(ctx, receipt, { peer, signal });
  if (step !== null && step.told.boosts === null && (step.told.meta?.boost ?? 0n) > 0n)
    step = await readBoostsOf(ctx, step, { peer, signal });
  while (step !== null && step.state !== 'told') {
    signal.throwIfAborted();
    if (ctx.now() > until) return;
    step = await readPage(ctx, step, { peer, signal });
  }
}

interface Asking {
  readonly peer: Peer;
  readonly signal: AbortSignal;
}

/**
 * A server that is denied gets no signed word of ours. Of those that were stopped, the ones that pay late, or have swapped a
 * creative, still tell of what they have paid.
 */
function whyNotAsked({ state, stopReason }: Peer): string | null {
  if (state === 'stopped' && stopReason === 'bad_answers')
    return 'its server was stopped for its answers, and is not asked';
  return state === 'allowed' || state === 'stopped'
    ? null
    : `its server is ${state}, and is not asked`;
}

/** A summary of nothing is none yet: its server has not booked the payment. Without a summary the lines are all there is. */
async function readMeta(
  ctx: PeerReceiptContext,
  receipt: PeerReceipt,
  { peer, signal }: Asking,
): Promise<Step> {
  const answer = await ask(ctx, receipt, { peer, signal, path: 'payment-details-meta' });
  if (answer.status === notFound) return receipt;
  const meta = answer.problem === null ? readDetailsMeta(answer.value) : null;
  const problem =
    answer.problem ??
    (meta === null
      ? 'its summary is none'
      : meta.allocation + meta.boost + meta.events === 0n
        ? 'it tells of nothing yet'
        : null);
  if (problem !== null) {
    await postpone(ctx, receipt, problem);
    return null;
  }
  const told = { ...receipt.told, meta };
  return (await ctx.peerReceipts.change(receipt, { told })) ? { ...receipt, told } : null;
}

/** One page is all: a server has no more campaigns here. */
async function readBoostsOf(
  ctx: PeerReceiptContext,
  receipt: PeerReceipt,
  { peer, signal }: Asking,
): Promise<Step> {
  const page = { limit: pageSize, offset: 0 };
  const answer = await ask(ctx, receipt, { peer, signal, path: 'boost-details', page });
  const told = answer.problem === null ? readBoosts(answer.value, pageSize) : null;
  // Lines are worth more than boosts: after a day they wait for these no longer.
  const read = told ?? (isOverdue(receipt, ctx.now()) ? [] : null);
  if (read === null) {
    await postpone(ctx, receipt, answer.problem ?? 'its boosts are no list');
    return null;
  }
  const theirIds = [...new Set(read.map(({ theirId }) => theirId))];
  const known = await ctx.peerCampaigns.listByIdentities(receipt.peer, theirIds);
  const idOf = new Map(known.map(({ _id, identity }) => [identity, _id]));
  const boosts = read.flatMap(({ theirId, value }) => {
    const campaignId = idOf.get(theirId);
    return campaignId === undefined ? [] : [{ campaignId, value }];
  });
  const after = { told: { ...receipt.told, boosts: boosts.length } };
  const isNow = await ctx.inTransaction(async (session) => {
    if (!(await ctx.peerReceipts.change(receipt, after, session))) return false;
    await ctx.receiptBoosts.put(receipt.id, boosts, session);
    return true;
  });
  return isNow ? { ...receipt, ...after } : null;
}

async function readPage(
  ctx: PeerReceiptContext,
  receipt: PeerReceipt,
  { peer, signal }: Asking,
): Promise<Step> {
  const { offset } = receipt.told;
  const page = { limit: pageSize, offset };
  const answer = await ask(ctx, receipt, { peer, signal, path: 'payment-details', page });
  const read = answer.problem === null ? readDetailsPage(answer.value, pageSize) : null;
  if (read === null) {
    await postpone(ctx, receipt, answer.problem ?? 'its details are no list');
    return null;
  }
  const told = {
    ...receipt.told,
    offset: offset + read.count,
    pages: receipt.told.pages + 1,
    parts: receipt.told.parts + Math.ceil(read.lines.length / linesOfPart),
    lines: receipt.told.lines + read.lines.length,
    sum: sumOf(read.lines, receipt.told.sum),
    leftOut: receipt.told.leftOut + read.count - read.lines.length,
  };
  // Lines beyond the money come to nothing.
  const isWhole = read.count < pageSize || told.pages === mostPages || told.sum >= receipt.amount;
  if (isWhole && isOfNothing(told)) {
    await beginAnew(ctx, receipt);
    return null;
  }
  const after = { told, problem: null, ...(isWhole && { state: 'told' as const }) };
  const isNow = await ctx.inTransaction(async (session) => {
    if (!(await ctx.peerReceipts.change(receipt, after, session))) return false;
    const put = partsOf(read.lines);
    await ctx.peerReceipts.putParts(receipt.id, { from: receipt.told.parts, put }, session);
    return true;
  });
  return isNow ? { ...receipt, ...after } : null;
}

/** An answer of nothing is none: its first page may be the first to tell more. Nobody is asked for endless pages twice. */
async function beginAnew(ctx: PeerReceiptContext, receipt: PeerReceipt): Promise<void> {
  const { pages } = receipt.told;
  const isAnew = pages > 0 && pages < mostPages - 1;
  const told = isAnew ? { ...receipt.told, offset: 0, pages: 0, leftOut: 0 } : receipt.told;
  if (!isAnew || (await ctx.peerReceipts.change(receipt, { told })))
    await postpone(ctx, { ...receipt, told }, 'it tells of nothing yet');
}

/** At most what can be stored: there are fewer coins than that. */
function sumOf(lines: readonly ReceiptLine[], before: Amount): Amount {
  const sum = lines.reduce((all, { value }) => all + value, before);
  return sum < maxAmount ? sum : maxAmount;
}

/** Lines that a summary promises are waited for. */
function isOfNothing({ sum, meta }: ToldDetails): boolean {
  if (sum > 0n) return false;
  return meta === null || meta.events > 0n || meta.allocation + meta.boost === 0n;
}

function partsOf(lines: readonly ReceiptLine[]): readonly (readonly ReceiptLine[])[] {
  const count = Math.ceil(lines.length / linesOfPart);
  return Array.from({ length: count }, (_, at) =>
    lines.slice(at * linesOfPart, (at + 1) * linesOfPart),
  );
}

function ask(
  ctx: PeerReceiptContext,
  { transactionId }: PeerReceipt,
  {
    peer,
    signal,
    path,
    page = null,
  }: Asking & {
    readonly path: QuestionToPeer['path'];
    readonly page?: { readonly limit: number; readonly offset: number } | null;
  },
) {
  const { address, info } = peer;
  const account = ctx.config.ledgerAddress;
  const of = { address, serverUrl: info.serverUrl, transactionId, account };
  return ctx.peerCalls.readDetails({ ...of, path, page }, signal);
}
