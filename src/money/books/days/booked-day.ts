import type { Amount } from '../../../amount';
import { startOfDay } from '../../../time';
import { accountIdOf } from '../book';
import type { EntryKind, JournalEntry, JournalLine } from '../journal-entry';
import type { PocketName } from '../statement';

/** The change of one pocket of an account on a day by all bookings of one kind for one campaign or site. */
export interface BookedSum {
  readonly pocket: PocketName;
  readonly kind: EntryKind;
  /** The campaign of funds, the site of earnings; null: the bookings name none. */
  readonly subjectId: string | null;
  /** Unit: 10^-11 coins; below 0: taken out. */
  readonly amount: Amount;
  /** How many lines of the journal it sums up. */
  readonly lines: number;
}

/** A day (UTC) of an account, by when bookings were made. */
export interface BookedDay {
  readonly accountId: string;
  /** Its start. */
  readonly day: Date;
  readonly sums: readonly BookedSum[];
}

/** Names a sum among those of its day. It is a part of a path in the database: it has no dot. */
export const keyOfSum = ({
  pocket,
  kind,
  subjectId,
}: Pick<BookedSum, 'pocket' | 'kind' | 'subjectId'>): string =>
  `${pocket} ${kind} ${subjectId ?? ''}`;

/** Sums up bookings by account and day. */
export class DaySums {
  private readonly days = new Map<string, Omit<BookedDay, 'sums'> & { readonly sums: Sums }>();

  addEntry({ at, kind, lines }: Pick<JournalEntry, 'at' | 'kind' | 'lines'>): void {
    for (const line of lines) {
      const accountId = accountIdOf(line.book);
      if (accountId !== null) this.sumsOf(accountId, startOfDay(at)).add(toSum(line, kind));
    }
  }

  addDay({ accountId, day, sums }: BookedDay): void {
    const known = this.sumsOf(accountId, day);
    for (const sum of sums) known.add(sum);
  }

  list(): readonly BookedDay[] {
    return [...this.days.values()].map(({ sums, ...day }) => ({ ...day, sums: sums.list() }));
  }

  private sumsOf(accountId: string, day: Date): Sums {
    const key = `${accountId} ${day.getTime()}`;
    let found = this.days.get(key);
    if (!found) this.days.set(key, (found = { accountId, day, sums: new Sums() }));
    return found.sums;
  }
}

/** The sums of one day. */
class Sums {
  private readonly byKey = new Map<string, BookedSum>();

  add(sum: BookedSum): void {
    const key = keyOfSum(sum);
    const { amount, lines } = this.byKey.get(key) ?? { amount: 0n, lines: 0 };
    this.byKey.set(key, { ...sum, amount: sum.amount + amount, lines: sum.lines + lines });
  }

  list(): readonly BookedSum[] {
    return [...this.byKey.values()];
  }
}

function toSum({ book, amount, campaignId, siteId }: JournalLine, kind: EntryKind): BookedSum {
  const pocket = book.startsWith('funds:') ? 'funds' : 'earnings';
  const subjectId = (pocket === 'funds' ? campaignId : siteId) ?? null;
  return { pocket, kind, subjectId, amount, lines: 1 };
}

/** The change of a pocket by some sums. */
export const pocketChangeOf = (sums: readonly BookedSum[], of: PocketName): Amount =>
  sums.reduce((total, { pocket, amount }) => (pocket === of ? total + amount : total), 0n);
