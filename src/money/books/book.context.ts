import type { InTransaction } from '../../platform/database/transaction';
import type { BookStore } from './book.store';

/** What whoever moves money uses of the outside. */
export interface BookContext {
  readonly books: BookStore;
  readonly inTransaction: InTransaction;
  readonly now: () => Date;
}
