import type { Inventory } from '../../market/inventory/inventory';
import type { DatabasePulse } from '../../platform/database/pulse';
import type { Competitors } from './competitors';
import { cutSlices } from './cut-slices';
import type { SliceSources } from './slice-sources';
import { giveUp, takenBy, type HeldSlice, takeUp } from './held-slice';
import type { Lending } from './lending';
import { areOthers, type CutSlice, type SliceWish, termsOf } from './slice-wish';
import type { UnusedSlices } from './unused-slices';
import { chunksOf } from '../../non-empty';

/** The parts of a gate that fetch money for it. */
export interface RefillParts extends SliceSources {
  readonly inventory: Pick<Inventory, 'priceOf'>;
  readonly databasePulse: DatabasePulse;
  readonly competitors: Competitors;
  readonly lending: Lending;
  readonly unused: UnusedSlices;
  readonly now: () => Date;
  /** Told of an account that cannot pay for the next offer of one of its campaigns. */
  readonly onUnfunded: (advertiserId: string) => void;
}

/** Campaigns of one round trip. */
const mostAtOnce = 500;

/** Fetches money for campaigns: who gets some competes, who is told that there is none does not. */
export async function refillSlices(parts: RefillParts, all: readonly HeldSlice[]): Promise<void> {
  for (const some of chunksOf(all, mostAtOnce)) await refillSome(parts, some);
}

async function refillSome(parts: RefillParts, held: readonly HeldSlice[]): Promise<void> {
  const { inventory, databasePulse, competitors, lending } = parts;
  const at = parts.now();
  const asked = held.map((one) => ({ held: one, wish: wishOf(one, inventory) }));
  const paying = asked.map(({ wish }) => wish).filter(({ offerCost }) => offerCost > 0n);
  const cuts = await databasePulse.watch(cutSlices(parts, paying, at));
  lending.noteWord(at.getTime());
  const unfunded = new Set<string>();
  const askAgain: HeldSlice[] = [];
  for (const one of asked) {
    const cut = cuts.get(one.wish.campaignId);
    if (!cut) {
      one.held.closedUntil = null;
      competitors.join(one.held);
      continue;
    }
    const next = takeUpOne(parts, { ...one, cut, at });
    if (next === 'ask again') askAgain.push(one.held);
    else if (cut.isUnfunded) unfunded.add(one.wish.advertiserId);
  }
  unfunded.forEach(parts.onUnfunded);
  if (askAgain.length === 0) return;
  await parts.unused.giveBack();
  await refillSome(parts, askAgain);
}

function wishOf(
  { campaign, wanted, asking, owed }: HeldSlice,
  { priceOf }: RefillParts['inventory'],
): SliceWish {
  const offers = Math.max(wanted, 2 * asking);
  return { ...termsOf(campaign, priceOf(campaign.id)), offers, owed };
}

/**
 * @returns `ask again` where the campaign's own rest of the minute before may be all that there is, or where its terms were changed
 * meanwhile: what it has is to be given back first.
 */
function takeUpOne(
  { unused, competitors, inventory }: RefillParts,
  answer: {
    readonly held: HeldSlice;
    readonly wish: SliceWish;
    readonly cut: CutSlice;
    readonly at: Date;
  },
): 'ask again' | 'go on' {
  const { held, wish, cut, at } = answer;
  const rest = takeUp(held, cut, { at: at.getTime(), terms: wish, owed: wish.owed });
  unused.note(held, rest);
  if (areOthers(termsOf(held.campaign, inventory.priceOf(wish.campaignId)), wish)) {
    unused.note(held, giveUp(held));
    return 'ask again';
  }
  if (rest !== null && cut.granted === 0n) return 'ask again';
  // Others may have been faster too often: who is not told that there is nothing asks again.
  if (held.left >= takenBy(held, wish) || held.closedUntil === null) competitors.join(held);
  else competitors.leave(held);
  return 'go on';
}
