import type { SigningKey } from '../../platform/keys/signing-key.store';
import type { TokenKeyStore } from '../../platform/keys/token-key.store';
import type { Account } from '../accounts/account';
import type { SessionContext } from '../accounts/account.context';
import type { AuthorizationStore } from './authorizations/authorization.store';
import type { ClientWithSecret } from './clients/client';
import type { ClientStore } from './clients/client.store';
import type { FreshCache } from './tokens/fresh-cache';
import type { KnownTokens } from './tokens/known-token';
import type { PersonalTokenStore } from './tokens/personal-token.store';
import type { RefreshTokenStore } from './tokens/refresh-token.store';
import type { RevocationStore } from './tokens/revocation.store';
import type { TokenKeyRing } from './tokens/token-keys';

/** The keys and stores that judging an unknown access token needs. */
export interface TokenContext {
  /** Origin of the URLs that leave the server, without a trailing slash: who issues tokens. */
  readonly publicUrl: string;
  /** Sign access tokens. */
  readonly tokenKeys: TokenKeyRing;
  readonly knownAccounts: FreshCache<Account>;
  readonly knownClients: FreshCache<ClientWithSecret>;
  readonly authorizations: AuthorizationStore;
  readonly personalTokens: PersonalTokenStore;
  readonly revocations: RevocationStore;
  readonly now: () => Date;
}

/** The stores and services that the authorization server needs. */
export interface OAuthContext extends TokenContext, SessionContext {
  readonly clients: ClientStore;
  readonly knownTokens: KnownTokens;
  readonly refreshTokens: RefreshTokenStore;
  /** Make the successor of a refresh token; the first one signs. */
  readonly refreshTokenKeys: readonly SigningKey[];
  readonly tokenKeyStore: TokenKeyStore;
  readonly randomBytes: (length: number) => Buffer;
}
