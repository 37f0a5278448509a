import { formatAmount } from '../../amount';
import type { Account } from '../../identity/accounts/account';
import type { Notice, NoticeData } from '../../platform/notices/notice';
import { dayMs, hourMs } from '../../time';
import type { StatisticsContext } from '../statistics/statistics.context';
import type { Cell } from '../statistics/roll-ups/cell';
import { listNamesOf } from '../statistics/questions/statistics-page.service';
import { getStatistics } from '../statistics/questions/statistics.service';
import type { StatisticsParams } from '../statistics/questions/statistics-question';
import { type FigurePeriod, figurePeriods } from './figure-period';
import type { NoticeMark } from './notice-mark.store';
import type { NotificationContext } from './notification.context';

type Context = NotificationContext & StatisticsContext;

/** Verdicts on the last views of a period are there by then. */
const settledAfterMs = 6 * hourMs;
const accountsAtOnce = 20;
/** Figures of others are to be read soon, too: a job of a minute reads those of so many accounts. */
const accountsOfRun = 200;
/** Campaigns, and sites, that are told one by one. */
const mostParts = 5;
/** No email comes behind it. */
const afterAll = '\u{10ffff}';

type TellingSide = 'advertiser' | 'publisher';
const sides = {
  advertiser: { by: 'campaign', amount: 'cost' },
  publisher: { by: 'site', amount: 'earned' },
} as const;

/**
 * Tells accounts the figures of the week and of the month that are over, unless nothing was counted. Before the first look
 * nothing is told.
 */
export async function tellPeriodFigures(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const period of figurePeriods)
    for (let told = 0; told < accountsOfRun && !signal.aborted; told += accountsAtOnce)
      if (await tellSome(ctx, period)) break;
}

/** @returns true when all accounts are told. */
async function tellSome(ctx: Context, period: FigurePeriod): Promise<boolean> {
  const { kind } = period;
  const days = period.lastOver(new Date(ctx.now().getTime() - settledAfterMs));
  const [isWanted, mark] = await ctx.inTransaction(async (session) => [
    await ctx.notices.isWanted(kind, session),
    await ctx.noticeMarks.find(kind, session),
  ]);
  if (!isWanted || (mark && !(mark.at < days.to) && mark.id === afterAll)) return true;
  const afterEmail = mark && !(mark.at < days.to) ? mark.id : '';
  const accounts =
    mark === null
      ? []
      : await ctx.accounts.list({
          ...{ role: null, emailPrefix: null, afterEmail },
          limit: accountsAtOnce,
        });
  const notices: Notice[] = [];
  for (const account of accounts) notices.push(...(await noticesOf(ctx, account, period)));
  const isLast = accounts.length < accountsAtOnce;
  const next = { at: days.to, id: isLast ? afterAll : (accounts.at(-1)?.email ?? afterAll) };
  await ctx.inTransaction(async (session) => {
    // Another gateway has told them meanwhile.
    if (!isSame(await ctx.noticeMarks.find(kind, session), mark)) return;
    await ctx.noticeMarks.put(kind, next, session);
    await ctx.notices.put(notices, session);
  });
  return isLast;
}

const isSame = (one: NoticeMark | null, other: NoticeMark | null): boolean =>
  one?.id === other?.id && one?.at.getTime() === other?.at.getTime();

async function noticesOf(
  ctx: Context,
  { id: accountId, roles, emailConfirmedAt }: Account,
  period: FigurePeriod,
): Promise<readonly Notice[]> {
  const { kind } = period;
  if (emailConfirmedAt === null) return [];
  if ((await ctx.noticeMails.listUnmailed(accountId)).includes(kind)) return [];
  const told: NoticeData[] = [];
  for (const side of ['advertiser', 'publisher'] as const)
    if (roles.includes(side)) told.push(...(await figuresOf(ctx, { accountId, side, period })));
  // Notices go out by their times, and the mail has its lines in this order.
  const now = ctx.now().getTime();
  return told.map((data, nth) => {
    return { kind, accountId, campaignId: null, at: new Date(now + nth), data };
  });
}

/** Sums, then the parts with most views; nothing where nothing was counted. */
async function figuresOf(
  ctx: Context,
  of: {
    readonly accountId: string;
    readonly side: TellingSide;
    readonly period: FigurePeriod;
  },
): Promise<readonly NoticeData[]> {
  const { accountId, side, period } = of;
  const { by } = sides[side];
  const days = period.lastOver(new Date(ctx.now().getTime() - settledAfterMs));
  const asked: StatisticsParams = { side, accountId, ...days };
  const { rows, totals, noun } = await getStatistics(ctx, { ...asked, by, top: mostParts });
  if (totals.counts.views + totals.counts.clicks === 0) return [];
  const before = await getStatistics(ctx, { ...asked, ...period.lastOver(days.from) });
  const names = await listNamesOf(
    ctx,
    rows.flatMap(({ key }) => key ?? []),
    { noun, side },
  );
  const last = new Date(days.to.getTime() - dayMs);
  return [
    {
      ...{ side, from: formatDay(days.from), to: formatDay(last), ...toldOf(side, totals) },
      viewsBefore: before.totals.counts.validViews,
      amountBefore: formatAmount(before.totals.amounts[sides[side].amount]),
    },
    ...rows.map(({ key, cell }) => ({
      name: key === null ? null : (names.get(key) ?? key),
      ...{ side, ...toldOf(side, cell) },
    })),
  ];
}

const formatDay = (at: Date): string => at.toISOString().slice(0, 10);

function toldOf(side: TellingSide, { counts, amounts }: Cell): NoticeData {
  return {
    views: counts.validViews,
    clicks: counts.validClicks,
    ...(side === 'advertiser' && { conversions: counts.conversions }),
    amount: formatAmount(amounts[sides[side].amount]),
  };
}
