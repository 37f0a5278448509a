import type { InTransaction } from '../../platform/database/transaction';
import type { BookStore } from './book.store';

/** The context of everybody who moves money. */
export interface BookContext {
  readonly books: BookStore;
  readonly inTransaction: InTransaction;
  readonly now: () => Date;
}
