import { type Amount, formatAmount } from '../../../amount';
import type { EventRemoval } from '../../../market/events/event-removal.store';
import { describeRemoval } from '../../../market/events/kept-events';
import { coinsOf } from '../../amounts/charge';
import type { JournalEntry, JournalLine } from '../journal-entry';
import type { BookCheck, BookCheckContext } from './book-check';
import type { ChargedEvent } from './charged-event.store';

/** Sums of verdicts or lines, by who pays or gets them. */
type Sums = ReadonlyMap<string, Amount>;

interface EventsOfEntry {
  readonly entryId: string;
  /** No more than one batch of the verification has. */
  readonly events: readonly ChargedEvent[];
}

/** Goes through entries and events side by side, both by the id of the entry. */
export const charges: BookCheck = {
  name: 'charges',
  proves:
    'what the verdicts of events say was charged stands in their entries, and nothing else does',
  async start(ctx) {
    const unbooked = await ctx.chargedEvents.findUnbooked();
    const removal = await ctx.eventRemovals.find();
    const groups = groupByEntry(ctx.chargedEvents.streamByEntry());
    let checked = 0;
    let group = await nextOf(groups);
    /** Looks at events whose entries would stand in front of an id. */
    const passUntil = async (id: string | null): Promise<string | null> => {
      for (; group && (id === null || group.entryId < id); group = await nextOf(groups)) {
        // It may have been booked since the entries were passed.
        const problem = await recheck(ctx, group.entryId);
        if (problem !== null) return problem;
        checked += group.events.length;
      }
      return null;
    };
    return {
      async read(entry) {
        if (unbooked) return `event ${unbooked.id} is charged in no entry`;
        if (entry.kind === 'reversal' && !(await isOfEntry(ctx, entry)))
          return `entry ${entry.id} takes back nothing that was booked`;
        if (entry.kind !== 'charge') return null;
        const missed = await passUntil(entry.id);
        if (missed !== null) return missed;
        const events = group?.entryId === entry.id ? group.events : [];
        if (events.length > 0) group = await nextOf(groups);
        checked += events.length;
        const isRight = problemOfEntry(entry.id, { entries: [entry], events, removal }) === null;
        // Before it is called wrong, it is read anew at one moment, with what takes it back.
        return isRight ? null : recheck(ctx, entry.id);
      },
      end: () => (unbooked ? `event ${unbooked.id} is charged in no entry` : passUntil(null)),
      checked: () => checked,
      left: () => removal && `${describeRemoval(removal)}, and not compared`,
    };
  },
};

/** The charges that it takes back are checked with their entry. */
async function isOfEntry(
  { books }: BookCheckContext,
  { reverses }: JournalEntry,
): Promise<boolean> {
  return reverses !== undefined && (await books.findEntry(reverses)) !== null;
}

/** The problem of an entry and the events that name it, as they are at one moment; null: none. */
function recheck(ctx: BookCheckContext, entryId: string): Promise<string | null> {
  return ctx.inTransaction(async (session) => {
    const entry = await ctx.books.findEntry(entryId, session);
    const reversals = await ctx.books.listReversals(entryId, session);
    const events: ChargedEvent[] = [];
    for await (const event of ctx.chargedEvents.streamByEntry(entryId, session)) events.push(event);
    const removal = await ctx.eventRemovals.find(session);
    const entries = entry ? [entry, ...reversals] : [];
    return problemOfEntry(entryId, { entries, events, removal });
  });
}

function problemOfEntry(
  entryId: string,
  found: {
    readonly entries: readonly JournalEntry[];
    readonly events: readonly ChargedEvent[];
    readonly removal: EventRemoval | null;
  },
): string | null {
  const { entries, events, removal } = found;
  for (const { id, verdict } of events) {
    const {
      status,
      price,
      rate,
      charge,
      demandFee,
      supplyFee,
      communityFee = 0n,
      revenue,
    } = verdict;
    if (entries.length === 0) return `event ${id} names the entry ${entryId}, which there is not`;
    if (status !== 'accepted') return `event ${id} is ${status}, but charged in ${entryId}`;
    if (charge !== demandFee + supplyFee + communityFee + revenue)
      return `of event ${id} fees and revenue do not sum to its charge`;
    if (rate === null || charge !== coinsOf(price, rate))
      return `event ${id} is not charged what its price is at its rate`;
  }
  if (removal && entries.some((entry) => isOfBefore(entry, removal))) return null;
  const booked = sumOfLines(entries.flatMap(({ lines }) => lines));
  const judged = sumOfVerdicts(events);
  const names = new Set([...booked.keys(), ...judged.keys()]);
  for (const name of [...names].sort()) {
    const [inEntry, inVerdicts] = [booked.get(name) ?? 0n, judged.get(name) ?? 0n];
    if (inEntry !== inVerdicts)
      return `entry ${entryId} has ${formatAmount(inEntry)} for ${name}, its ${events.length} events come to ${formatAmount(inVerdicts)}`;
  }
  return null;
}

/** Says that events of an entry may be gone. All lines of an entry are of one hour. */
function isOfBefore({ lines }: JournalEntry, { goneBefore }: EventRemoval): boolean {
  return lines.some(({ hour }) => hour !== undefined && hour < goneBefore);
}

function sumOfLines(lines: readonly JournalLine[]): Sums {
  return sumOf(lines.map((line) => [nameOf(line), line.amount]));
}

/**
 * Names the side of a line, alike for lines and verdicts. Each partition has its own book of fees: their names lose its
 * number. A site's owner may change between two events: revenue is summed up by site.
 */
function nameOf({ book, siteId }: JournalLine): string {
  if (book.startsWith('fees:')) return book.replace(/:\d+$/, '');
  return siteId === undefined ? book : `the revenue of site ${siteId}`;
}

function sumOfVerdicts(events: readonly ChargedEvent[]): Sums {
  return sumOf(
    events.flatMap(({ advertiserId, siteId, verdict }): [string, Amount][] => [
      [`funds:${advertiserId}`, -verdict.charge],
      ['fees:demand', verdict.demandFee],
      ['fees:supply', verdict.supplyFee],
      ['fees:community', verdict.communityFee ?? 0n],
      [`the revenue of site ${siteId}`, verdict.revenue],
    ]),
  );
}

function sumOf(amounts: readonly (readonly [string, Amount])[]): Sums {
  const sums = new Map<string, Amount>();
  for (const [name, amount] of amounts) sums.set(name, (sums.get(name) ?? 0n) + amount);
  return sums;
}

async function* groupByEntry(all: AsyncIterable<ChargedEvent>): AsyncGenerator<EventsOfEntry> {
  let events: ChargedEvent[] = [];
  for await (const event of all) {
    const entryId = events[0]?.verdict.entryId;
    if (entryId != null && entryId !== event.verdict.entryId) {
      yield { entryId, events };
      events = [];
    }
    events.push(event);
  }
  const entryId = events[0]?.verdict.entryId;
  if (entryId != null) yield { entryId, events };
}

async function nextOf<Item>(items: AsyncGenerator<Item>): Promise<Item | null> {
  const next = await items.next();
  return next.done === true ? null : next.value;
}
