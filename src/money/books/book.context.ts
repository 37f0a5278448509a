import type { PlatformMembers } from '../../platform/platform.members';
import type { MoneyMembers } from '../money.members';

/** The context of everybody who moves money. */
export interface BookContext
  extends Pick<PlatformMembers, 'inTransaction' | 'now'>,
    Pick<MoneyMembers, 'books'> {}
