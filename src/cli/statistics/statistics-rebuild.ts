import { formatAmount } from '../../amount';
import type { Cell } from '../../insight/statistics/roll-ups/cell';
import {
  type RebuiltStatistics,
  rebuildStatistics,
} from '../../insight/statistics/roll-ups/rebuild-statistics.service';
import { keysOf } from '../../record';
import { hourMs } from '../../time';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { readHours } from '../event/hour-range';
import { countOf, createProgress } from '../progress';
import { withServices } from '../services';

export const statisticsRebuild = defineCommand({
  name: 'statistics rebuild',
  summary: 'Counts past hours anew from events and verdicts, and shows or corrects what differs.',
  details:
    'While gateways run or not. Without --apply nothing is changed, and it exits with 1 where something differs. Each hour is done by itself, the latest first: run it again for the rest when it was interrupted. A visitor’s first view of a day may lie in an hour that is not among them: take whole days (UTC).',
  options: {
    from: { value: '<time>', isRequired: true, description: 'start of the first clock hour' },
    to: { value: '<time>', isRequired: true, description: 'end of the last clock hour' },
    apply: { description: 'put what is counted in the place of what differs' },
    uri: uriOption,
  },
  async run({ from, to, apply, uri }, ctx) {
    const hours = readHours(from, to, ctx);
    const onHour = createProgress(ctx, 'counting');
    const { signal } = ctx;
    const rebuilt = await withServices({ uri }, ctx, (services) =>
      rebuildStatistics(services, { ...hours, isApplied: apply, signal, onHour }),
    );
    const json = toJson(rebuilt, { isApplied: apply });
    const isWrong = !apply && rebuilt.differing > 0;
    return { text: describe(json), json, ...(isWrong && { exitCode: 1 }) };
  },
});

const toCellJson = ({ counts, amounts }: Cell) => ({
  ...{ views: counts.views, validViews: counts.validViews, uniqueViews: counts.uniqueViews },
  ...{ clicks: counts.clicks, validClicks: counts.validClicks, conversions: counts.conversions },
  cost: formatAmount(amounts.cost),
  revenue: formatAmount(amounts.earned),
});

const toJson = (
  { latest, ...counts }: RebuiltStatistics,
  { isApplied }: { readonly isApplied: boolean },
) => ({
  isApplied,
  ...counts,
  latest: latest.map(({ hour, before, now }) => ({
    hour: new Date(hour * hourMs).toISOString(),
    before: toCellJson(before),
    now: toCellJson(now),
  })),
});

function describe({ isApplied, hours, counted, differing, latest }: ReturnType<typeof toJson>) {
  const differ = isApplied ? 'corrected' : 'differ';
  return [
    `${countOf(hours, 'hour')} with ${countOf(counted, 'event')} counted, ${differing} of them ${differ}`,
    ...latest.map(({ hour, before, now }) => `${hour}: ${describeChange(before, now)}`),
  ].join('\n');
}

type CellJson = ReturnType<typeof toCellJson>;

function describeChange(before: CellJson, now: CellJson): string {
  const changed = keysOf(now).filter((name) => before[name] !== now[name]);
  if (changed.length === 0) return 'the sums are right, not where they are counted';
  return changed.map((name) => `${name} ${before[name]} -> ${now[name]}`).join(', ');
}
