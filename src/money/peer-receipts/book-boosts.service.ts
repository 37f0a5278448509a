import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { assertPresent } from '../../present';
import { feeOf } from '../amounts/charge';
import { addIncome } from './add-income.service';
import type { LineOutcome, PeerReceipt } from './peer-receipt';
import type { PeerReceiptContext } from './peer-receipt.context';
import type { ReceiptBoosts } from './receipt-boost.store';
import { type CreditedLine, partEntry, partitionOfCases } from './receipt-entries';
import type { ShownCase } from './shown-case.store';

export const hasBoosts = ({ told }: Pick<PeerReceipt, 'told'>): boolean => (told.boosts ?? 0) > 0;

/** Coins booked for cases, by their campaigns: boosts are divided by these. */
export function valuesOf(
  lines: readonly Pick<CreditedLine, 'shown' | 'booked'>[],
): ReadonlyMap<string, Amount> {
  const values = new Map<string, Amount>();
  for (const { shown, booked } of lines)
    if (shown !== null && booked > 0n)
      values.set(shown.campaignId, (values.get(shown.campaignId) ?? 0n) + booked);
  return values;
}

/**
 * Books the boosts of one part, once all lines are booked: to the publishers of each campaign by the values of their cases.
 *
 * @returns true: the next part is next
 * @see docs/contract.md §10
 */
export async function bookBoosts(
  ctx: PeerReceiptContext,
  receipt: PeerReceipt,
  session: DatabaseSession,
): Promise<true> {
  const { id, booked } = receipt;
  const number = booked.boostedParts;
  const part = await ctx.peerReceipts.findPart(id, number, session);
  const before = assertPresent(part?.outcomes, 'a part that is booked has outcomes');
  const eventIds = before.flatMap(({ eventId }) => eventId ?? []);
  const cases = await ctx.shownCases.listByEvents([...new Set(eventIds)], session);
  // The same at each part: what lines have left.
  const left = receipt.amount - (booked.amount - booked.boost);
  const shareOf = sharing(await ctx.receiptBoosts.find(id, session), left);
  const lines = before.map((outcome) => boostLine(outcome, { cases, shareOf, fee: feeIn(ctx) }));
  const outcomes = before.map((outcome, at) => {
    const { booked: boost = 0n, supplyFee: boostFee = 0n } = lines[at] ?? {};
    return { ...outcome, boost, boostFee };
  });
  await ctx.peerReceipts.noteOutcomes(id, { number, outcomes }, session);
  const partition = partitionOfCases(cases);
  const of = { piece: `boost-${number}`, lines, partition, at: ctx.now() } as const;
  const entry = partEntry(receipt, of);
  if (entry !== null) await ctx.books.post([entry], session);
  const incomes = lines.flatMap((one) => {
    const { shown, booked: value, supplyFee } = one;
    return shown === null || value === 0n ? [] : [{ shown, revenue: value - supplyFee, supplyFee }];
  });
  await addIncome(ctx, { incomes, partition }, session);
  const sum = lines.reduce((all, one) => all + one.booked, 0n);
  const after = {
    ...{ ...booked, boostedParts: number + 1, boost: booked.boost + sum },
    ...{ amount: booked.amount + sum, credited: booked.credited + sum },
  };
  await ctx.peerReceipts.change(receipt, { booked: after }, session);
  return true;
}

type ShareOf = (campaignId: string, value: Amount) => Amount;

/** Boosts are cut to what lines have left, in the order in which they were told; shares are rounded down. */
function sharing({ boosts, valueOf }: ReceiptBoosts, most: Amount): ShareOf {
  let left = most;
  const boostOf = new Map<string, Amount>();
  for (const { campaignId, value } of boosts) {
    const cut = value < left ? value : left;
    left -= cut;
    boostOf.set(campaignId, (boostOf.get(campaignId) ?? 0n) + cut);
  }
  return (campaignId, value) => {
    const all = valueOf.get(campaignId) ?? 0n;
    return all === 0n ? 0n : ((boostOf.get(campaignId) ?? 0n) * value) / all;
  };
}

const feeIn = ({ config }: Pick<PeerReceiptContext, 'config'>): number =>
  config.verification.supplyFee;

/** Events that are not kept any more get none. */
function boostLine(
  { eventId, booked }: LineOutcome,
  of: {
    readonly cases: ReadonlyMap<string, ShownCase>;
    readonly shareOf: ShareOf;
    readonly fee: number;
  },
): CreditedLine {
  const shown = of.cases.get(eventId ?? '') ?? null;
  const share = shown === null ? 0n : of.shareOf(shown.campaignId, booked);
  return { shown, eventId, booked: share, supplyFee: feeOf(share, of.fee) };
}
