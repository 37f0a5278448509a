import { hourMs } from '../../time';
import type { AuctionType, AuctionTypeSetting } from './auction-type';
import type { AuctionTypeContext } from './auction-type.context';

/** By so much clocks differ, and so long it takes to tell every gateway: an hour that comes sooner may have begun otherwise. */
const marginMs = 10_000;

/** Sets the type of all auctions from the next clock hour on that begins in 10 seconds or later. */
export async function setAuctionType(
  ctx: AuctionTypeContext,
  type: AuctionType,
): Promise<AuctionTypeSetting> {
  const setAt = ctx.now();
  const from = new Date((Math.floor((setAt.getTime() + marginMs) / hourMs) + 1) * hourMs);
  const setting = { type, from, setAt };
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
