import type { PlatformMembers } from '../../platform/platform.members';
import type { IdentityMembers } from '../../identity/identity.members';
import type { SupplyMembers } from '../../supply/supply.members';
import type { MoneyMembers } from '../money.members';
import type { BookContext } from '../books/book.context';

/** The context of the services and jobs of claims. */
export interface ClaimContext
  extends BookContext,
    Pick<PlatformMembers, 'config' | 'randomBytes' | 'log'>,
    Pick<IdentityMembers, 'accounts'>,
    Pick<SupplyMembers, 'sites' | 'placements'>,
    Pick<MoneyMembers, 'addressClaims' | 'payees' | 'settlements'> {}
