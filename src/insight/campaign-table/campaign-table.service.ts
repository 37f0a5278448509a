import type { Campaign, CampaignStatus } from '../../demand/campaigns/campaign.resource';
import type { CampaignLine, PlacedCampaign } from '../../demand/campaigns/campaign-line';
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
  if (order === 'state') return listByState(ctx, params);
  const lines = await listMatching(ctx, params);
  const figures = await readFigures(ctx, params);
  return showLines(
    {
      ...{ lines, isDescending, figures },
      keyOf: (line) => campaignKey(line, order, { figures, states: null }),
      listNodes: (ids) => ctx.campaigns.listOwned(advertiserId, ids),
    },
    params,
  );
}

/** The campaigns that are asked for: the filter of the database, and a test of what it has found. */
function wantedOf({ statuses, search }: Pick<CampaignTableParams, 'statuses' | 'search'>) {
  const hasPart = havingPart(search);
  return {
    filter: { ...(statuses && { statuses }) },
    isFound: ({ name }: Pick<Campaign, 'name'>) => hasPart(name),
  };
}

/** The database has them in this order, however many they are. */
async function readByCreation(
  { campaigns }: CampaignTableContext,
  { advertiserId, isDescending, ...params }: CampaignTableParams,
): Promise<Table<Campaign>> {
  const { filter } = wantedOf(params);
  return readTable(tablePageOf(params), {
    count: () => campaigns.countPresent(advertiserId, filter),
    list: (part) =>
      campaigns.readRange(advertiserId, filter, { ...part, isNewestFirst: isDescending }),
  });
}

async function listMatching(
  { campaigns }: CampaignTableContext,
  { advertiserId, ...params }: CampaignTableParams,
): Promise<readonly CampaignLine[]> {
  const { filter, isFound } = wantedOf(params);
  const lines = await campaigns.listLines(advertiserId, filter, mostSearched + 1);
  assertSearchable(lines.length, 'campaigns');
  return lines.filter(isFound);
}

async function readFigures(
  ctx: CampaignTableContext,
  { advertiserId: accountId, order, from, to }: CampaignTableParams,
): Promise<CampaignFacts['figures']> {
  if (!isByFigure(demandFigures, order)) return null;
  return readTableFigures(ctx, { side: 'advertiser', by: 'campaign', accountId, from, to });
}

/** The state of a campaign is told by all of it: the campaigns are read whole, once. */
async function listByState(
  ctx: CampaignTableContext,
  params: CampaignTableParams,
): Promise<Table<Campaign>> {
  const { order, isDescending } = params;
  const lines = await listWhole(ctx, params);
  const servings = await listServings(ctx, lines);
  const states = new Map([...servings].map(([{ id }, { state }]) => [id, state] as const));
  const byId = new Map(lines.map((line) => [line.id, line]));
  return showLines(
    {
      ...{ lines, isDescending, figures: null },
      keyOf: (line) => campaignKey(line, order, { figures: null, states }),
      listNodes: (ids) => Promise.resolve(ids.flatMap((id) => byId.get(id) ?? [])),
    },
    params,
  );
}

async function listWhole(
  { campaigns }: CampaignTableContext,
  { advertiserId, ...params }: CampaignTableParams,
): Promise<readonly PlacedCampaign[]> {
  const { filter, isFound } = wantedOf(params);
  const found: PlacedCampaign[] = [];
  let read = 0;
  for await (const one of campaigns.streamPlaced(advertiserId, filter, mostSearched + 1)) {
    read += 1;
    assertSearchable(read, 'campaigns');
    if (isFound(one)) found.push(one);
    if (found.length > mostByState)
      throw invalid({ orderBy: [`can be state for at most ${mostByState} campaigns`] });
  }
  return found;
}
