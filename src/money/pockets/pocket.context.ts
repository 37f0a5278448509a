import type { AccountStore } from '../../identity/accounts/account.store';
import type { NoticeContext } from '../../platform/notices/notice';
import type { BookContext } from '../books/book.context';

/** What the services of pockets use of the outside. */
export interface PocketContext extends BookContext, NoticeContext {
  readonly accounts: AccountStore;
  readonly randomBytes: (length: number) => Buffer;
}
