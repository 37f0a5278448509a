import type { PlatformMembers } from '../../platform/platform.members';
import type { IdentityMembers } from '../../identity/identity.members';
import type { MoneyMembers } from '../money.members';
import type { NoticeContext } from '../../platform/notices/notice';
import type { BookContext } from '../books/book.context';

/** The context of the services of pockets. */
export interface PocketContext
  extends BookContext,
    NoticeContext,
    Pick<PlatformMembers, 'config' | 'randomBytes'>,
    Pick<IdentityMembers, 'accounts'>,
    Pick<MoneyMembers, 'addressClaims' | 'campaignHours' | 'openVerdicts' | 'payees' | 'rates'> {}
