import { formatAmount } from '../../amount';
import type {
  JudgedAgain,
  MovedCoins,
  VerdictChange,
} from '../../money/verification/again/judged-again';
import { verifyAgain } from '../../money/verification/again/verify-again.service';
import { assertOver, hourOptions } from './hour-range';
import { countOf, createProgress } from '../progress';
import { serviceCommand } from '../service-command';

export const eventsVerify = serviceCommand({
  name: 'events verify',
  summary: 'Judges the events of past hours again, and shows or corrects what differs.',
  details:
    'By the rules and settings of now, so run it with those of the gateway, and the facts of then. Without --apply nothing is changed or booked, and it exits with 1 where something differs. What payments are prepared with stays as it is. An interrupted run stays done as far as it came: run it again for the rest.',
  options: {
    ...hourOptions,
    apply: { description: 'correct verdicts, and book what differs by new entries' },
  },
  check: assertOver,
  work: (services, { from, to, apply: isApplied }, ctx) =>
    verifyAgain(services, {
      ...{ from, to, isApplied, signal: ctx.signal },
      onPage: createProgress(ctx, isApplied ? 'verifying and booking' : 'verifying'),
    }),
  print(found, { apply: isApplied }) {
    const json = toJson(found, { isApplied });
    const isWrong = !isApplied && found.changes.length > 0;
    return { text: describe(json), json, ...(isWrong && { exitCode: 1 }) };
  },
});

const toCoinsJson = ({ charge, demandFee, supplyFee, revenue }: MovedCoins) => ({
  charge: formatAmount(charge),
  demandFee: formatAmount(demandFee),
  supplyFee: formatAmount(supplyFee),
  revenue: formatAmount(revenue),
});

const toChangesJson = (changes: readonly VerdictChange[]) =>
  changes.map(({ from, to, count, ...coins }) => ({ from, to, count, ...toCoinsJson(coins) }));

function toJson(
  { changes, total, held, first, ...counts }: JudgedAgain,
  { isApplied }: { readonly isApplied: boolean },
) {
  return {
    isApplied,
    ...counts,
    changes: toChangesJson(changes),
    total: { count: total.count, ...toCoinsJson(total) },
    held: toChangesJson(held),
    events: first.map(({ id, campaignId, occurredAt, from, to, moved }) => ({
      ...{ id, campaignId, occurredAt, from, to },
      charge: formatAmount(moved),
    })),
  };
}

function describe(json: ReturnType<typeof toJson>): string {
  const { isApplied, checked, pending, undecided, changes, total, held, events } = json;
  const differ = isApplied ? 'corrected' : 'differ';
  const lines = [`${several(checked)} judged again, ${total.count} of them ${differ}`];
  if (pending > 0) lines.push(`${several(pending)} left that have no verdict yet`);
  if (undecided > 0) lines.push(`${several(undecided)} left that cannot be judged now`);
  lines.push(...changes.map(describeChange));
  if (changes.length > 0)
    lines.push(`in all: charge ${total.charge}, revenue ${total.revenue} coins`);
  lines.push(...held.map((change) => `${describeChange(change)}: stays, as it is in a payment`));
  for (const { id, from, to, occurredAt, charge } of events)
    lines.push(`${id} ${occurredAt.toISOString()} ${from} -> ${to} ${charge}`);
  return lines.join('\n');
}

const several = (count: number) => countOf(count, 'event');

const describeChange = (change: ReturnType<typeof toChangesJson>[number]) =>
  `${change.from} -> ${change.to}: ${several(change.count)}, charge ${change.charge}, revenue ${change.revenue} coins`;
