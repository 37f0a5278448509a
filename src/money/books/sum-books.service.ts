import type { Amount } from '../../amount';
import type { Book } from './book';
import type { BookContext } from './book.context';

/** The sum of the books of one kind. */
export interface BookSum {
  /** A book’s name without whose it is: `funds`, `fees:demand`, `clearing:payments`. */
  readonly kind: string;
  /** How many books there are of the kind. */
  readonly count: number;
  /** Unit: 10^-11 coins. */
  readonly balance: Amount;
}

/** The sums of all books by kind, as they were at one moment; together they are 0. */
export function sumBooks({ books, inTransaction }: BookContext): Promise<readonly BookSum[]> {
  return inTransaction(async (session) => {
    const sums = new Map<string, BookSum>();
    for await (const [book, balance] of books.streamBalances(session)) {
      const kind = kindOf(book);
      const before = sums.get(kind) ?? { kind, count: 0, balance: 0n };
      sums.set(kind, { kind, count: before.count + 1, balance: before.balance + balance });
    }
    return [...sums.values()];
  });
}

const kindOf = (book: Book): string => book.replace(/:(?:[0-9a-f]{32}|\d{1,2})$/, '');
