import type { IdentityMembers } from '../../identity/identity.members';
import type { SupplyMembers } from '../../supply/supply.members';
import type { BookContext } from '../books/book.context';
import type { MoneyMembers } from '../money.members';

/** The context of the services of held hours. */
export interface HeldHourContext
  extends BookContext,
    Pick<IdentityMembers, 'accounts'>,
    Pick<SupplyMembers, 'sites'>,
    Pick<MoneyMembers, 'preparedPayments'> {}
