import type { PlatformMembers } from '../../platform/platform.members';
import type { IdentityMembers } from '../../identity/identity.members';
import type { PeersMembers } from '../../peers/peers.members';
import type { BookContext } from '../books/book.context';
import type { MoneyMembers } from '../money.members';

/** The services of remittances need this of the context. */
export interface RemittanceContext
  extends BookContext,
    Pick<PlatformMembers, 'config' | 'inTransaction' | 'notices' | 'now' | 'randomBytes' | 'log'>,
    Pick<IdentityMembers, 'accounts'>,
    Pick<PeersMembers, 'peerMode' | 'peers' | 'peerDirectory' | 'accountKeys'>,
    Pick<MoneyMembers, 'remittances' | 'peerEarnings' | 'payments' | 'settlements'> {}
