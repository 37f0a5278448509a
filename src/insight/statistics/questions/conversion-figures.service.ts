import type { Amount } from '../../../amount';
import { invalid } from '../../../errors';
import type { ConversionSum, DescribedConversion } from './conversion-figures.store';
import { inParts } from './in-parts';
import type { StatisticsContext } from '../statistics.context';
import { assertOwned } from './statistics-page.service';
import { parseTimeRange } from './statistics-question';

/** The figures of a conversion of a campaign. */
export interface ConversionFigures extends DescribedConversion {
  readonly conversionId: string;
  /** USD. */
  readonly cost: Amount;
  readonly occurrences: bigint;
}

export interface ConversionFiguresParams {
  /** The advertiser of the campaigns. */
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
  /** null: all of them. */
  readonly campaignId: string | null;
}

/** Recorded conversions that one answer may be made of. */
const mostRead = 100_000;
/** Rows of an answer. */
export const mostConversions = 1_000;
/** So many that a server merges their places in an index. */
const campaignsAtOnce = 100;

/**
 * Accepted conversions of an advertiser by their definitions, those that cost most first; a definition that nothing was
 * paid for has no row. An account that asks for many at once waits for its turns.
 *
 * @throws {AppError} `NOT_FOUND` for somebody else's campaign, `VALIDATION_FAILED` for a bad range and for what is too
 * much, `TOO_MANY_REQUESTS` as `getStatistics`.
 */
export async function listConversionFigures(
  ctx: StatisticsContext,
  { accountId, campaignId, ...times }: ConversionFiguresParams,
): Promise<readonly ConversionFigures[]> {
  const range = parseTimeRange(times);
  const among = campaignId === null ? null : [campaignId];
  const filter = among ? { campaign: among } : {};
  await assertOwned(ctx, { side: 'advertiser', accountId, ...times, filter });
  return ctx.statisticsTurns.take(accountId, async () => {
    const campaignIds = among ?? (await ctx.described.listOwnedIds('campaign', accountId, null));
    const sums = new Map<string, ConversionSum>();
    let left = mostRead;
    for (const ids of inParts(campaignIds, campaignsAtOnce)) {
      left -= await ctx.conversionFigures.addTo(sums, ids, { ...range, most: left });
      if (left < 0)
        throw invalid({
          from: [`is too far from \`to\`: that reads more than ${mostRead} conversions`],
        });
    }
    return toRows(sums, await describe(ctx, sums));
  });
}

async function describe(
  ctx: StatisticsContext,
  sums: ReadonlyMap<string, ConversionSum>,
): Promise<ReadonlyMap<string, DescribedConversion>> {
  if (sums.size > mostConversions)
    throw invalid({
      campaignId: [`must be given: there are more than ${mostConversions} conversions`],
    });
  return ctx.conversionFigures.describe([...sums.keys()]);
}

function toRows(
  sums: ReadonlyMap<string, ConversionSum>,
  described: ReadonlyMap<string, DescribedConversion>,
): readonly ConversionFigures[] {
  return [...sums]
    .flatMap(([conversionId, { cost, occurrences }]) => {
      const definition = described.get(conversionId);
      if (!definition) return [];
      return [{ conversionId, ...definition, cost, occurrences: BigInt(occurrences) }];
    })
    .sort((one, other) =>
      one.cost === other.cost
        ? one.conversionId < other.conversionId
          ? -1
          : 1
        : one.cost < other.cost
          ? 1
          : -1,
    );
}
