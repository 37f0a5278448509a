import { formatAmount } from '../amount';
import { hourOf } from '../money/amounts/hour';
import type { JudgedAgain, MovedCoins } from '../money/verification/judged-again';
import { verifyAgain } from '../money/verification/verify-again.service';
import { type CommandContext, CommandError, defineCommand } from './command';
import { uriOption } from './database';
import { countOf, createProgress } from './progress';
import { readTimeOption } from './rate-text';
import { withServices } from './services';

export const eventsVerify = defineCommand({
  name: 'events verify',
  summary: 'Judges the events of past hours again, and shows what would change.',
  details:
    'By the rules and settings of now, so run it with those of the gateway, and the facts of then. It exits with 1 where something differs. Nothing is changed or booked.',
  options: {
    from: { value: '<time>', isRequired: true, description: 'start of the first clock hour' },
    to: { value: '<time>', isRequired: true, description: 'end of the last clock hour' },
    uri: uriOption,
  },
  async run({ from, to, uri }, ctx) {
    const hours = readHours(from, to, ctx);
    const progress = createProgress(ctx, 'verifying');
    const found = await withServices({ uri }, ctx, (services) =>
      verifyAgain(services, { ...hours, signal: ctx.signal, onPage: progress }),
    );
    return {
      text: describe(found),
      json: toJson(found),
      ...(found.changes.length > 0 && { exitCode: 1 }),
    };
  },
});

/** @throws {CommandError} */
function readHours(from: string, to: string, { now }: Pick<CommandContext, 'now'>) {
  const read = (option: string, text: string) => {
    const time = readTimeOption(option, text)!;
    if (hourOf(time).getTime() !== time.getTime())
      throw new CommandError(`${option} must be a full clock hour (UTC)`, 2);
    return time;
  };
  const hours = { from: read('--from', from), to: read('--to', to) };
  if (hours.from >= hours.to) throw new CommandError('--from must be before --to', 2);
  if (hours.to > now()) throw new CommandError('--to must be past', 2);
  return hours;
}

const toCoinsJson = ({ charge, demandFee, supplyFee, revenue }: MovedCoins) => ({
  charge: formatAmount(charge),
  demandFee: formatAmount(demandFee),
  supplyFee: formatAmount(supplyFee),
  revenue: formatAmount(revenue),
});

function toJson({ changes, total, first, ...counts }: JudgedAgain) {
  return {
    ...counts,
    changes: changes.map(({ from, to, count, ...coins }) => ({
      ...{ from, to, count },
      ...toCoinsJson(coins),
    })),
    total: { count: total.count, ...toCoinsJson(total) },
    events: first.map(({ event, from, to, moved }) => ({
      id: event.id,
      campaignId: event.campaignId,
      occurredAt: event.occurredAt.toISOString(),
      ...{ from, to },
      charge: formatAmount(moved),
    })),
  };
}

function describe(found: JudgedAgain): string {
  const { checked, pending, undecided, changes, total, events } = toJson(found);
  const several = (count: number) => countOf(count, 'event');
  const lines = [`${several(checked)} judged again, ${total.count} of them differ`];
  if (pending > 0) lines.push(`${several(pending)} left that have no verdict yet`);
  if (undecided > 0) lines.push(`${several(undecided)} left that cannot be judged now`);
  for (const { from, to, count, charge, revenue } of changes)
    lines.push(`${from} -> ${to}: ${several(count)}, charge ${charge}, revenue ${revenue} coins`);
  if (changes.length > 0)
    lines.push(`in all: charge ${total.charge}, revenue ${total.revenue} coins`);
  for (const { id, from, to, occurredAt, charge } of events)
    lines.push(`${id} ${occurredAt} ${from} -> ${to} ${charge}`);
  return lines.join('\n');
}
