import { formatAmount } from '../../amount';
import type {
  JudgedAgain,
  MovedCoins,
  VerdictChange,
} from '../../money/verification/again/judged-again';
import { verifyAgain } from '../../money/verification/again/verify-again.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { readHours } from './hour-range';
import { countOf, createProgress } from '../progress';
import { withServices } from '../services';

export const eventsVerify = defineCommand({
  name: 'events verify',
  summary: 'Judges the events of past hours again, and shows or corrects what differs.',
  details:
    'By the rules and settings of now, so run it with those of the gateway, and the facts of then. Without --apply nothing is changed or booked, and it exits with 1 where something differs. What payments are prepared with stays as it is. An interrupted run stays done as far as it came: run it again for the rest.',
  options: {
    from: { value: '<time>', isRequired: true, description: 'start of the first clock hour' },
    to: { value: '<time>', isRequired: true, description: 'end of the last clock hour' },
    apply: { description: 'correct verdicts, and book what differs by new entries' },
    uri: uriOption,
  },
  async run({ from, to, apply, uri }, ctx) {
    const hours = readHours(from, to, ctx);
    const onPage = createProgress(ctx, apply ? 'verifying and booking' : 'verifying');
    const { signal } = ctx;
    const found = await withServices({ uri }, ctx, (services) =>
      verifyAgain(services, { ...hours, isApplied: apply, signal, onPage }),
    );
    const json = toJson(found, { isApplied: apply });
    const isWrong = !apply && found.changes.length > 0;
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
      ...{ id, campaignId, occurredAt: occurredAt.toISOString(), from, to },
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
    lines.push(`${id} ${occurredAt} ${from} -> ${to} ${charge}`);
  return lines.join('\n');
}

const several = (count: number) => countOf(count, 'event');

const describeChange = (change: ReturnType<typeof toChangesJson>[number]) =>
  `${change.from} -> ${change.to}: ${several(change.count)}, charge ${change.charge}, revenue ${change.revenue} coins`;
