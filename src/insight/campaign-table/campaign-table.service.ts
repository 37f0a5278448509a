import type { CampaignStatus } from '../../demand/campaigns/campaign.resource';
import type { CampaignLine } from '../../demand/campaigns/campaign-line';
import { invalid } from '../../errors';
import { listServings } from '../serving/campaign-serving.service';
import { getStatistics } from '../statistics/questions/statistics.service';
import type { CampaignTable } from './campaign-table';
import type { CampaignTableContext } from './campaign-table.context';
import { type CampaignOrder, inOrder, isByFigures, type OrderFacts } from './campaign-order';

export interface CampaignTableParams {
  readonly advertiserId: string;
  /** Part of the names, in capitals or not; empty: any name. */
  readonly search: string;
  /** null: any. */
  readonly statuses: readonly CampaignStatus[] | null;
  readonly order: CampaignOrder;
  readonly isDescending: boolean;
  /** The time of the figures that it is put in order by. */
  readonly from: Date;
  readonly to: Date;
  /** Campaigns of a page, from 1; default 10, at most 100: more is cut. */
  readonly first: number | null;
  /** From 1; default 1. */
  readonly page: number | null;
}

const usualRows = 10;
const mostRows = 100;
/** Campaigns that are searched, or put in order by a column of theirs or by figures. */
export const mostSearched = 10_000;
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
): Promise<CampaignTable> {
  const { page: given, first } = params;
  const page = given ?? 1;
  const limit = Math.min(first ?? usualRows, mostRows);
  const range = { offset: (page - 1) * limit, limit };
  const isStored = params.order === 'created' && params.search === '';
  const { nodes, totalCount } = await (isStored ? readByCreation : readInOrder)(ctx, params, range);
  const lastPage = Math.max(1, Math.ceil(totalCount / limit));
  return { nodes, totalCount, pageInfo: { page, lastPage } };
}

type Part = Pick<CampaignTable, 'nodes' | 'totalCount'>;
type Range = { readonly offset: number; readonly limit: number };

/** The database has them in this order, however many they are. */
async function readByCreation(
  { campaigns }: CampaignTableContext,
  { advertiserId, statuses, isDescending }: CampaignTableParams,
  range: Range,
): Promise<Part> {
  const filter = { ...(statuses && { statuses }) };
  const [nodes, totalCount] = await Promise.all([
    campaigns.readRange(advertiserId, filter, { ...range, isNewestFirst: isDescending }),
    campaigns.countPresent(advertiserId, filter),
  ]);
  return { nodes, totalCount };
}

async function readInOrder(
  ctx: CampaignTableContext,
  params: CampaignTableParams,
  { offset, limit }: Range,
): Promise<Part> {
  const lines = await listMatching(ctx, params);
  const facts = await readFacts(ctx, params, lines);
  const shown = inOrder(lines, facts, params).slice(offset, offset + limit);
  const ids = shown.map(({ id }) => id);
  const found = await ctx.campaigns.listOwned(params.advertiserId, ids);
  const byId = new Map(found.map((campaign) => [campaign.id, campaign]));
  // One may have been deleted meanwhile.
  return { nodes: ids.flatMap((id) => byId.get(id) ?? []), totalCount: lines.length };
}

async function listMatching(
  { campaigns }: CampaignTableContext,
  { advertiserId, statuses, search }: CampaignTableParams,
): Promise<readonly CampaignLine[]> {
  const filter = { ...(statuses && { statuses }) };
  const lines = await campaigns.listLines(advertiserId, filter, mostSearched + 1);
  if (lines.length > mostSearched)
    throw invalid({ statuses: [`must leave at most ${mostSearched} campaigns for this order`] });
  const part = foldCase(search);
  return lines.filter(({ name }) => foldCase(name).includes(part));
}

/** A letter is the same in capitals, and in each way of writing its accent. */
const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();

const noFacts: OrderFacts = { cells: new Map(), states: new Map() };

async function readFacts(
  ctx: CampaignTableContext,
  { advertiserId, order, from, to }: CampaignTableParams,
  lines: readonly CampaignLine[],
): Promise<OrderFacts> {
  if (isByFigures(order)) {
    const side = 'advertiser' as const;
    const question = { side, accountId: advertiserId, from, to, by: 'campaign' as const };
    const { rows } = await getStatistics(ctx, question);
    return {
      ...noFacts,
      cells: new Map(rows.flatMap(({ key, cell }) => (key === null ? [] : [[key, cell] as const]))),
    };
  }
  if (order !== 'state') return noFacts;
  if (lines.length > mostByState)
    throw invalid({ orderBy: [`can be state for at most ${mostByState} campaigns`] });
  const ids = lines.map(({ id }) => id);
  const servings = await listServings(ctx, await ctx.campaigns.listOwned(advertiserId, ids));
  const states = [...servings].map(([{ id }, { state }]) => [id, state] as const);
  return { ...noFacts, states: new Map(states) };
}
