import type { BidStrategyContext } from './bid-strategy.context';
import { assertNoProblems, type ErrorDetails, invalid, notFound } from '../../errors';
import { createId, isUuid, requireId, toId } from '../../id';
import type { DatabaseSession } from '../../platform/database/transaction';
import { isKnownMedium, type MediumAndVendor } from '../taxonomy/taxonomy';
import { problemOfText } from '../../validation';
import { type BidStrategy, defaultBidStrategyOf, maxBidStrategies } from './bid-strategy';
import { insertOfFew } from '../../platform/limits/insert-of-few';

/** The default strategy of every medium and vendor, then the advertiser's own, oldest first. */
export async function listBidStrategies(
  ctx: BidStrategyContext,
  { advertiserId }: { readonly advertiserId: string },
): Promise<readonly BidStrategy[]> {
  const { media } = ctx.taxonomy.current;
  const defaults = media.flatMap(({ name: medium, vendors }) =>
    [null, ...vendors.map(({ name }) => name)].map((vendor) =>
      defaultBidStrategyOf({ medium, vendor }),
    ),
  );
  return [...defaults, ...(await ctx.bidStrategies.list(advertiserId))];
}

export interface CreateBidStrategyParams extends MediumAndVendor {
  readonly advertiserId: string;
  readonly name: string;
}

/** @throws {AppError} `VALIDATION_FAILED` with every bad field, and for more than 20. */
export async function createBidStrategy(
  ctx: BidStrategyContext,
  params: CreateBidStrategyParams,
): Promise<BidStrategy> {
  const { advertiserId, name, medium, vendor } = params;
  const details: Record<string, readonly string[]> = { ...problemsOfName(name) };
  if (!isKnownMedium(ctx.taxonomy.current, medium, vendor))
    details.medium = ['medium and vendor are not known together'];
  assertNoProblems(details);
  return insertOfFew(`bid strategies ${advertiserId}`, {
    count: async () => (await ctx.bidStrategies.list(advertiserId)).length,
    most: maxBidStrategies,
    insert: () =>
      ctx.bidStrategies.insert({ id: createId(ctx), advertiserId, name, medium, vendor }),
    remove: ({ id }) => ctx.bidStrategies.delete(advertiserId, id),
    refusal: tooMany,
  });
}

const tooMany = () =>
  invalid({ name: [`would be of more than ${maxBidStrategies} bid strategies`] });

/** @throws {AppError} `NOT_FOUND` for a default or another advertiser's, `VALIDATION_FAILED` for a bad name. */
export async function renameBidStrategy(
  ctx: BidStrategyContext,
  params: { readonly advertiserId: string; readonly id: string; readonly name: string },
): Promise<BidStrategy> {
  assertNoProblems(problemsOfName(params.name));
  const { advertiserId, id, name } = params;
  const renamed = isUuid(id) && (await ctx.bidStrategies.rename(advertiserId, toId(id), name));
  if (!renamed) throw notFound('bid strategy', id);
  return renamed;
}

/**
 * Deletes a strategy that no campaign names.
 *
 * @throws {AppError} `NOT_FOUND` for a default or another advertiser's, `VALIDATION_FAILED` for one in use.
 */
export async function deleteBidStrategy(
  ctx: BidStrategyContext,
  params: { readonly advertiserId: string; readonly id: string },
): Promise<void> {
  const { advertiserId } = params;
  const id = requireId('bid strategy', params.id);
  await ctx.inTransaction(async (session) => {
    if (await ctx.campaigns.hasBidStrategy(advertiserId, id, session))
      assertNoProblems({ id: ['is the bid strategy of a campaign'] });
    if (!(await ctx.bidStrategies.delete(advertiserId, id, session)))
      throw notFound('bid strategy', params.id);
  });
}

/**
 * Gives a campaign another strategy, together with its other changes, unless the strategy is deleted meanwhile.
 *
 * @returns the result of the change; null where the strategy is gone.
 */
export function usingBidStrategy<Changed>(
  ctx: BidStrategyContext,
  params: {
    readonly campaign: MediumAndVendor & { readonly advertiserId: string };
    readonly id: string;
    readonly change: (session: DatabaseSession) => Promise<Changed | null>;
  },
): Promise<Changed | null> {
  const { campaign, id, change } = params;
  return ctx.inTransaction(async (session) => {
    const isThere =
      id === defaultBidStrategyOf(campaign).id ||
      (await ctx.bidStrategies.use(campaign.advertiserId, id, session));
    return isThere ? change(session) : null;
  });
}

/** Tells why a campaign may not name a strategy; null where it may. */
export async function problemOfBidStrategy(
  ctx: BidStrategyContext,
  campaign: MediumAndVendor & { readonly advertiserId: string },
  id: string,
): Promise<string | null> {
  if (id === defaultBidStrategyOf(campaign).id) return null;
  const strategy = await ctx.bidStrategies.findOwned(campaign.advertiserId, id);
  const { medium, vendor } = campaign;
  return strategy?.medium === medium && strategy.vendor === vendor
    ? null
    : 'is no bid strategy for this medium and vendor';
}

function problemsOfName(name: string): ErrorDetails {
  const problem = problemOfText(name, 255);
  return problem === null ? {} : { name: [problem] };
}
