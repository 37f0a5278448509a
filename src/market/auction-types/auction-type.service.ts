import { nextOpenHourOf } from '../../hour';
import type { AuctionType, AuctionTypeSetting } from './auction-type';
import type { AuctionTypeContext } from './auction-type.context';

/** Sets the type of all auctions from the next clock hour on that begins in more than 10 seconds. */
export async function setAuctionType(
  ctx: AuctionTypeContext,
  type: AuctionType,
): Promise<AuctionTypeSetting> {
  const setAt = ctx.now();
  const setting = { type, from: nextOpenHourOf(setAt), setAt };
  await ctx.auctionTypeStore.put(setting);
  await ctx.auctionTypes.refresh();
  return setting;
}

/** The latest types that were set, also one that is to come, the latest first. */
export async function listAuctionTypes(
  ctx: AuctionTypeContext,
): Promise<readonly AuctionTypeSetting[]> {
  await ctx.auctionTypes.refresh();
  return ctx.auctionTypes.list();
}
