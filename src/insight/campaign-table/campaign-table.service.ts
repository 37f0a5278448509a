import type { Campaign, CampaignStatus } from '../../demand/campaigns/campaign.resource';
import type { CampaignLine } from '../../demand/campaigns/campaign-line';
import { invalid } from '../../errors';
import { readTable } from '../../platform/lists/table';
import { listServings } from '../serving/campaign-serving.service';
import { demandFigures, isByFigure } from '../tables/figure-orders';
import { readTableFigures } from '../tables/table-figures.service';
import { assertSearchable, havingPart, mostSearched } from '../tables/table-search';
import { showLines, type Table, tablePageOf } from '../tables/table.service';
import type { TableParams } from '../tables/table-params';
import type { CampaignTableContext } from './campaign-table.context';
import { type CampaignFacts, campaignKey, type CampaignOrder } from './campaign-order';

export interface CampaignTableParams extends TableParams {
  readonly advertiserId: string;
  /** null: any. */
  readonly statuses: readonly CampaignStatus[] | null;
  readonly order: CampaignOrder;
}

/** Campaigns that are put in order by their states: each takes more than a line. */
export const mostByState = 2_000;

/**
 * Lists an advertiser's campaigns in the order of a column.
 *
 * @throws {AppError} `VALIDATION_FAILED` where more campaigns match than are put in order, and as `getStatistics`
 * where the order is by figures.
 */
export async function listCampaignTable(
  ctx: CampaignTableContext,
  params: CampaignTableParams,
): Promise<Table<Campaign>> {
  const { advertiserId, order, search, isDescending } = params;
  if (order === 'created' && search === '') return readByCreation(ctx, params);
  const lines = await listMatching(ctx, params);
  const facts = await readFacts(ctx, params, lines);
  return showLines(
    {
      ...{ lines, isDescending, figures: facts.figures },
      keyOf: (line) => campaignKey(line, order, facts),
      listNodes: (ids) => ctx.campaigns.listOwned(advertiserId, ids),
    },
    params,
  );
}

/** The database has them in this order, however many they are. */
async function readByCreation(
  { campaigns }: CampaignTableContext,
  { advertiserId, statuses, isDescending, ...page }: CampaignTableParams,
): Promise<Table<Campaign>> {
  const filter = { ...(statuses && { statuses }) };
  return readTable(tablePageOf(page), {
    count: () => campaigns.countPresent(advertiserId, filter),
    list: (part) =>
      campaigns.readRange(advertiserId, filter, { ...part, isNewestFirst: isDescending }),
  });
}

async function listMatching(
  { campaigns }: CampaignTableContext,
  { advertiserId, statuses, search }: CampaignTableParams,
): Promise<readonly CampaignLine[]> {
  const filter = { ...(statuses && { statuses }) };
  const lines = await campaigns.listLines(advertiserId, filter, mostSearched + 1);
  const isFound = havingPart(search);
  return assertSearchable(lines, 'campaigns').filter(({ name }) => isFound(name));
}

async function readFacts(
  ctx: CampaignTableContext,
  { advertiserId: accountId, order, from, to }: CampaignTableParams,
  lines: readonly CampaignLine[],
): Promise<CampaignFacts> {
  if (isByFigure(demandFigures, order)) {
    const asked = { side: 'advertiser', by: 'campaign', accountId, from, to } as const;
    return { figures: await readTableFigures(ctx, asked), states: null };
  }
  if (order !== 'state') return { figures: null, states: null };
  if (lines.length > mostByState)
    throw invalid({ orderBy: [`can be state for at most ${mostByState} campaigns`] });
  const ids = lines.map(({ id }) => id);
  const servings = await listServings(ctx, await ctx.campaigns.listOwned(accountId, ids));
  const states = [...servings].map(([{ id }, { state }]) => [id, state] as const);
  return { figures: null, states: new Map(states) };
}
