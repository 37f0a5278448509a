import type { PlatformMembers } from '../../platform/platform.members';
import type { IdentityMembers } from '../identity.members';
import type { SessionContext } from '../accounts/account.context';

/** The keys and stores that judging an unknown access token needs. */
export interface TokenContext
  extends Pick<PlatformMembers, 'publicUrl' | 'now'>,
    Pick<
      IdentityMembers,
      | 'tokenKeys'
      | 'knownAccounts'
      | 'knownClients'
      | 'authorizations'
      | 'personalTokens'
      | 'revocations'
    > {}

/** The stores and services that the authorization server needs. */
export interface OAuthContext
  extends TokenContext,
    SessionContext,
    Pick<PlatformMembers, 'tokenKeyStore' | 'randomBytes'>,
    Pick<IdentityMembers, 'clients' | 'knownTokens' | 'refreshTokens' | 'refreshTokenKeys'> {}
