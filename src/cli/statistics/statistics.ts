import { formatAmount } from '../../amount';
import type { ServiceContext } from '../../api/context';
import { formatCsvRow } from '../../http/csv';
import { dimensions } from '../../insight/statistics/questions/dimensions';
import { parseQuestion, parseTimeZone } from '../../insight/statistics/questions/question-texts';
import { getStatistics } from '../../insight/statistics/questions/statistics.service';
import {
  parseStatisticsQuestion,
  type StatisticsParams,
} from '../../insight/statistics/questions/statistics-question';
import { tabulateStatistics } from '../../insight/statistics/questions/statistics-table.service';
import { keysOf } from '../../record';
import { describeMembers } from '../account/account-text';
import { CommandError, type CommandResult } from '../command';
import { readBy, readId, readTime, toWrongLine } from '../option-text';
import { serviceCommand } from '../service-command';

const everybody = { side: 'operator', accountId: null } as const;
const noTexts = { by: null, interval: null, timeZone: null, top: null };
const readDimension = readBy((by) => parseQuestion({ ...noTexts, by }).by);
const readInterval = readBy((interval) => parseQuestion({ ...noTexts, interval }).interval);
const readTop = readBy((top) => parseQuestion({ ...noTexts, top }).top);
const readTimeZone = readBy(parseTimeZone);

export const statistics = serviceCommand({
  name: 'statistics',
  summary: 'Shows the figures of a campaign, or of everybody.',
  details: `Times are rounded to quarters of an hour. The cost is USD. With --csv it prints a table of all measures, by time alone or by what --by names: ${keysOf(dimensions).join(', ')}.`,
  options: {
    campaign: { value: '<id>', description: 'only those of this campaign', read: readId },
    from: { value: '<time>', isRequired: true, description: 'the beginning', read: readTime },
    to: {
      value: '<time>',
      isRequired: true,
      description: 'the end, not meant itself',
      read: readTime,
    },
    csv: { description: 'print a table; the options below are for it' },
    by: { value: '<dimension>', description: 'a row for each of them', read: readDimension },
    interval: {
      value: '<interval>',
      description: 'a row for each hour, day, week, month, quarter or year',
      read: readInterval,
    },
    'time-zone': {
      value: '<zone>',
      description: 'whose days, such as Europe/Warsaw; default UTC',
      read: readTimeZone,
    },
    top: {
      value: '<count>',
      description: 'only those with most views, and the others as one row',
      read: readTop,
    },
  },
  check({ from, to, csv, by, interval, 'time-zone': timeZone, top }) {
    if (from >= to) throw new CommandError('--from must be before --to', 2);
    if (!csv && [by, interval, timeZone, top].some((value) => value !== null))
      throw new CommandError('--by, --interval, --time-zone and --top are for --csv', 2);
    try {
      parseStatisticsQuestion({ ...everybody, from, to, by, interval, timeZone });
    } catch (error) {
      throw toWrongLine(error, (member) => (member === 'timeZone' ? '--time-zone' : `--${member}`));
    }
  },
  work(services, { campaign, from, to, csv, by, interval, 'time-zone': timeZone, top }) {
    const params: StatisticsParams = {
      ...{ ...everybody, from, to },
      ...(campaign !== null && { filter: { campaign: [campaign] } }),
    };
    if (!csv) return printTotals(services, params);
    return printTable(services, { ...params, by, interval, timeZone, top });
  },
  print: (result) => result,
});

async function printTotals(
  services: ServiceContext,
  params: StatisticsParams,
): Promise<CommandResult> {
  const { totals, behindMs, incompleteSince } = await getStatistics(services, params);
  const { counts, amounts } = totals;
  const json = {
    impressions: counts.views,
    validImpressions: counts.validViews,
    uniqueImpressions: counts.uniqueViews,
    clicks: counts.clicks,
    validClicks: counts.validClicks,
    conversions: counts.conversions,
    cost: formatAmount(amounts.cost),
    revenue: formatAmount(amounts.earned),
    behindSeconds: behindMs / 1000,
    incompleteSince,
  };
  return { text: describeMembers(json), json };
}

/** @returns with `--json` the columns and rows of cells. */
async function printTable(
  services: ServiceContext,
  params: StatisticsParams,
): Promise<CommandResult> {
  const { columns, rows } = await tabulateStatistics(services, params);
  const cells = (await Array.fromAsync(rows, (some) => [...some])).flat();
  const text = [columns, ...cells].map(formatCsvRow).join('').trimEnd();
  return { text, json: { columns, rows: cells } };
}
