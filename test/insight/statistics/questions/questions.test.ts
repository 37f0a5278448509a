import { randomInt } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { formatAmount } from '../../../../src/amount';
import { AppError } from '../../../../src/errors';
import { type Interval, intervals } from '../../../../src/insight/statistics/questions/calendar';
import {
  type DimensionName,
  dimensions,
  type Side,
  sides,
} from '../../../../src/insight/statistics/questions/dimensions';
import { foldChanges } from '../../../../src/insight/statistics/roll-ups/fold-changes.service';
import {
  getStatistics,
  type StatisticsRow,
} from '../../../../src/insight/statistics/questions/statistics.service';
import type { StatisticsParams } from '../../../../src/insight/statistics/questions/statistics-question';
import { tabulateStatistics } from '../../../../src/insight/statistics/questions/statistics-table.service';
import { verifyAllDue } from '../../../../src/money/verification/judge/verify.service';
import { createChance } from '../../../money/simulation/chance';
import { type Market, minutesAfter, noon, type Verifier } from '../../../support/verifier';
import { figuresOf } from '../figures';
import { readCounted, type Recounted, sumUp } from '../recount';
import { agents, everything, judgeAgain, startMarkets, storeSome } from '../statistics-world';
import { formatTime, quarterMs } from '../../../../src/time';

/** STATISTICS_SEED repeats a run. */
const seed = Number(process.env['STATISTICS_SEED'] ?? randomInt(2 ** 31));
const questions = Number(process.env['SOAK_STATISTICS_QUESTIONS'] ?? 80);

type Counted = Awaited<ReturnType<typeof readCounted>>[number];

const peerAddress = '0001-00000005-CBCA';
const payerAddress = '0001-00000004-DBEB';

let one: Verifier;
let markets: readonly Market[];
let counted: readonly Counted[];
const chance = createChance(seed);

/** Some events are added up, some wait for that, and some for their verdicts. */
beforeAll(async () => {
  ({ one, markets } = await startMarkets());
  await one.db
    .collection<{ _id: string }>('accounts')
    .updateOne({ _id: markets[0]?.publisherId ?? '' }, { $set: { peerAddress } });
  await one.db
    .collection<{ _id: string; peer: string }>('peerCreatives')
    .insertOne({ _id: markets[1]?.creativeId ?? '', peer: payerAddress });
  await one.db.collection<{ _id: string; name: string }>('placements').insertMany([
    { _id: 'a'.repeat(32), name: 'Top', ...{ width: 728, height: 90 } },
    { _id: 'b'.repeat(32), name: 'Side', ...{ width: 300, height: 250 } },
  ]);
  for (let round = 0; round < 12; round += 1) {
    one.clock.now = minutesAfter(noon, round * 15);
    await storeSome(one, markets, chance);
    if (round < 11) await verifyAllDue(one.ctx);
    if (round === 6) await judgeAgain(one, chance);
    if (round < 10) await foldChanges(one.ctx);
  }
  counted = (await readCounted(one.db)).map(({ of, ...rest }) => ({
    ...rest,
    of: { ...of, at: rest.at },
  }));
});

type Asking = Pick<StatisticsParams, 'side' | 'timeZone'>;

/** Finds the value of a counted thing in each dimension, by code that is none of src/insight's. */
function valueOf(name: DimensionName, question: Asking, of: Counted['of']): string {
  const { side, timeZone } = question;
  const isPhone = of['userAgent'] === agents[1];
  const campaign = markets.findIndex(({ campaignId }) => campaignId === of['campaignId']);
  switch (name) {
    case 'peer':
      return of['siteId'] === markets[0]?.siteId ? peerAddress : '';
    case 'payer':
      return of['creativeId'] === markets[1]?.creativeId ? payerAddress : '';
    case 'host':
      return `${String(of['siteId'])}.example`;
    case 'country':
      return of['country'] === 'de' ? 'de' : '';
    case 'device':
      return isPhone ? 'mobile' : 'desktop';
    case 'browser':
      return isPhone ? 'safari' : 'firefox';
    case 'frequency': {
      const views = of['frequency'] as number | undefined;
      return views === undefined ? '' : views > 10 ? 'more' : String(views);
    }
    case 'medium':
      return side === 'advertiser' && campaign === 1 ? 'mobile' : 'web';
    case 'size': {
      if (side === 'advertiser') return '300x250';
      const placement = String(of['placementId']).charAt(0);
      return { a: '728x90', b: '300x250' }[placement] ?? '';
    }
    case 'hour':
      return new Intl.DateTimeFormat('en', {
        ...{ timeZone: timeZone ?? 'UTC', hourCycle: 'h23', hour: '2-digit' },
      }).format(of['at'] as Date);
    default:
      return String(of[`${name}Id`]);
  }
}

const zones = ['UTC', 'Europe/Warsaw', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Auckland'];

const ownerOf = (side: Side) => (side === 'advertiser' ? 'advertiserId' : 'publisherId');

function someQuestion(): StatisticsParams {
  const side = chance.pick(sides);
  const market = chance.pick(markets);
  const accountId = side === 'operator' ? null : market[ownerOf(side)];
  const timeZone = chance.pick(zones);
  const names = Object.keys(dimensions) as DimensionName[];
  // A question about somebody else's is refused.
  const own = counted.filter(({ of }) => accountId === null || of[ownerOf(side)] === accountId);
  const filter: Partial<Record<DimensionName, readonly string[]>> = {};
  for (let at = chance.between(0, 3); at > 0; at -= 1) {
    const name = chance.pick(names);
    filter[name] = Array.from({ length: chance.between(1, 3) }, () =>
      valueOf(name, { side, timeZone }, chance.pick(own).of),
    );
  }
  const minutes = () => chance.between(-24 * 60, 4 * 60);
  const [from, to] = [minutes(), minutes()].sort((a, b) => a - b) as [number, number];
  return {
    ...{ side, accountId, filter },
    ...(chance.happens(0.3)
      ? everything
      : { from: minutesAfter(noon, from), to: minutesAfter(noon, to + 1) }),
    by: chance.happens(0.8) ? chance.pick(names) : null,
    interval: chance.happens(0.7) ? chance.pick(intervals) : null,
    timeZone,
    top: chance.happens(0.3) ? chance.between(1, 4) : null,
  };
}

/** Names the bucket of a quarter of an hour: the text is the same within a bucket, and another in the next. */
function bucketNameOf(at: number, interval: Interval | null, timeZone: string): string {
  if (interval === null) return '';
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    hour: '2-digit',
  }).formatToParts(at);
  const [year, month, day, hour] = ['year', 'month', 'day', 'hour'].map(
    (type) => parts.find((part) => part.type === type)!.value,
  ) as [string, string, string, string];
  const date = `${year}-${month}-${day}`;
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return {
    hour: `${date} ${hour}`,
    day: date,
    week: new Date(Date.parse(`${date}T00:00:00Z`) - weekday * 86_400_000).toISOString(),
    month: `${year}-${month}`,
    quarter: `${year} ${Math.floor((Number(month) - 1) / 3)}`,
    year,
  }[interval];
}

/** Buckets of a question, found by going through its quarters of an hour. */
function bucketsOf({ from, to, interval = null, timeZone }: StatisticsParams) {
  const start = Math.floor(from.getTime() / quarterMs) * quarterMs;
  const end = Math.ceil(to.getTime() / quarterMs) * quarterMs;
  const buckets: { from: Date; to: Date }[] = [];
  let name: string | null = null;
  for (let at = start; at < end; at += quarterMs) {
    const its = bucketNameOf(at, interval, timeZone ?? 'UTC');
    if (its === name) buckets.at(-1)!.to = new Date(at + quarterMs);
    else buckets.push({ from: new Date(at), to: new Date(at + quarterMs) });
    name = its;
  }
  return buckets;
}

type ExpectedRow = readonly [from: Date, to: Date, key: string | null, figures: Recounted];
const viewsIn = (figures: Recounted) => Number(figures['views'] ?? 0);

/** The answer, counted event by event; by something, only rows that are not empty. */
function expectedRows(question: StatisticsParams): readonly ExpectedRow[] {
  const { side, accountId, by = null, filter = {}, top = null } = question;
  const meant = counted.filter(
    ({ of }) =>
      (accountId === null || of[ownerOf(side)] === accountId) &&
      (Object.entries(filter) as [DimensionName, readonly string[]][]).every(([name, values]) =>
        values.includes(valueOf(name, question, of)),
      ),
  );
  const buckets = bucketsOf(question);
  if (by === null)
    return buckets.map(({ from, to }) => [from, to, null, sumUp(meant, { from, to }, () => true)]);
  const range = { from: buckets[0]!.from, to: buckets.at(-1)!.to };
  const fits = (key: string) => (of: Counted['of']) => valueOf(by, question, of) === key;
  const inRange = meant.filter(({ at }) => at >= range.from && at < range.to);
  const keys = [...new Set(inRange.map(({ of }) => valueOf(by, question, of)))]
    .map((key) => ({ key, views: viewsIn(sumUp(inRange, range, fits(key))) }))
    .sort((a, b) => b.views - a.views || (a.key < b.key ? -1 : 1))
    .map(({ key }) => key);
  const kept = keys.slice(0, top ?? keys.length);
  const isOther = (of: Counted['of']) => !kept.includes(valueOf(by, question, of));
  return buckets.flatMap(({ from, to }) => {
    const rows = kept
      .map((key): ExpectedRow => [from, to, key, sumUp(inRange, { from, to }, fits(key))])
      .sort(([, , a, ofA], [, , b, ofB]) => viewsIn(ofB) - viewsIn(ofA) || (a! < b! ? -1 : 1));
    const others: ExpectedRow = [from, to, null, sumUp(inRange, { from, to }, isOther)];
    return [...rows, others].filter(isNotEmpty);
  });
}

const isNotEmpty = ([, , , figures]: ExpectedRow) => Object.keys(figures).length > 0;
const toRow = ({ from, to, key, cell }: StatisticsRow): ExpectedRow => [
  from,
  to,
  key,
  figuresOf(cell),
];

/** The figures of a table that a recount tells by the same name. */
const tableColumns = ['views', 'validViews', 'clicks', 'validClicks', 'cost', 'revenue'] as const;
const nameOfRecount = (name: string) => (name === 'revenue' ? 'earned' : name);
const isAmount = (name: string) => name === 'cost' || name === 'revenue';

async function expectTable(
  question: StatisticsParams,
  rows: readonly ExpectedRow[],
): Promise<void> {
  const table = await tabulateStatistics(one.ctx, question);
  const found = (await Array.fromAsync(table.rows, (some) => [...some])).flat();
  const names = tableColumns.filter((name) => table.columns.includes(name));
  const at = (name: string) => table.columns.indexOf(name);
  const cells = found.map((row) => [
    ...[row[0], row[1], question.by === null ? null : row[2]],
    ...names.map((name) => row[at(name)]),
  ]);
  const none = (name: string) => (isAmount(name) ? formatAmount(0n) : 0);
  const wanted = rows.map(([from, to, key, figures]) => [
    ...[formatTime(from), formatTime(to), key],
    ...names.map((name) => figures[nameOfRecount(name)] ?? none(name)),
  ]);
  const isFull = (row: readonly unknown[]) =>
    question.by === null || row.slice(3).some((cell) => cell !== 0 && cell !== formatAmount(0n));
  expect([question, cells.filter(isFull)]).toEqual([question, wanted.filter(isFull)]);
}

it(`every answer and table equals a recount, whatever is asked (STATISTICS_SEED=${seed})`, async () => {
  let answered = 0;
  for (let at = 0; at < questions; at += 1) {
    const question = someQuestion();
    const found = await getStatistics(one.ctx, question).catch((error: unknown) => error);
    if (found instanceof AppError) {
      // Some dimensions are not counted together, or not for this side.
      expect([question, found.code]).toEqual([question, 'VALIDATION_FAILED']);
      continue;
    }
    if (found instanceof Error) throw found;
    const { rows, incompleteSince } = found as Awaited<ReturnType<typeof getStatistics>>;
    const expected = expectedRows(question);
    const told = rows.map(toRow).filter((row) => question.by === null || isNotEmpty(row));
    expect([question, incompleteSince, told]).toEqual([question, null, expected]);
    await expectTable(question, expected);
    answered += 1;
  }
  expect(answered).toBeGreaterThan(questions / 4);
});
