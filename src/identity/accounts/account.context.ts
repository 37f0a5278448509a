import type { PlatformMembers } from '../../platform/platform.members';
import type { IdentityMembers } from '../identity.members';

/** The stores that finding the account of a session needs. */
export interface SessionContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<IdentityMembers, 'accounts' | 'sessions'> {}

/** The stores and services that the services of accounts need. */
export interface AccountContext
  extends SessionContext,
    Pick<PlatformMembers, 'config' | 'inTransaction' | 'publicUrl' | 'mailer' | 'randomBytes'>,
    Pick<
      IdentityMembers,
      | 'accountNetworks'
      | 'mailTokens'
      | 'passwordHasher'
      | 'logInLimiter'
      | 'mailLimiter'
      | 'endTokensOf'
      | 'awaitStoredPayments'
    > {}
