import { hourOfId } from '../../hour';
import { formatAmount } from '../../amount';
import type { Cell } from '../../insight/statistics/roll-ups/cell';
import {
  type RebuiltStatistics,
  rebuildStatistics,
} from '../../insight/statistics/roll-ups/rebuild-statistics.service';
import { keysOf } from '../../record';
import { assertOver, hourOptions } from '../event/hour-range';
import { countOf, createProgress } from '../progress';
import { serviceCommand } from '../service-command';

export const statisticsRebuild = serviceCommand({
  name: 'statistics rebuild',
  summary: 'Counts past hours anew from events and verdicts, and shows or corrects what differs.',
  details:
    'While gateways run or not. Without --apply nothing is changed, and it exits with 1 where something differs. Each hour is done by itself, the latest first: run it again for the rest when it was interrupted. A visitor’s first view of a day may lie in an hour that is not among them: take whole days (UTC).',
  options: {
    ...hourOptions,
    apply: { description: 'put what is counted in the place of what differs' },
  },
  check: assertOver,
  work: (services, { from, to, apply: isApplied }, ctx) =>
    rebuildStatistics(services, {
      ...{ from, to, isApplied, signal: ctx.signal },
      onHour: createProgress(ctx, 'counting'),
    }),
  print(rebuilt, { apply: isApplied }) {
    const json = toJson(rebuilt, { isApplied });
    const isWrong = !isApplied && rebuilt.differing > 0;
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
    hour: hourOfId(hour).toISOString(),
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
