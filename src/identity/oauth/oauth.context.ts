import type { SigningKey } from '../../platform/keys/signing-key.store';
import type { TokenKeyStore } from '../../platform/keys/token-key.store';
import type { Account } from '../accounts/account';
import type { SessionContext } from '../accounts/account.context';
import type { AuthorizationStore } from './authorization.store';
import type { ClientWithSecret } from './client';
import type { ClientStore } from './client.store';
import type { FreshCache } from './fresh-cache';
import type { KnownTokens } from './known-token';
import type { PersonalTokenStore } from './personal-token.store';
import type { RefreshTokenStore } from './refresh-token.store';
import type { RevocationStore } from './revocation.store';
import type { TokenKeyRing } from './token-keys';

/** What it takes to judge an access token that was not seen before. */
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

/** What the authorization server uses of the outside. */
export interface OAuthContext extends TokenContext, SessionContext {
  readonly clients: ClientStore;
  readonly knownTokens: KnownTokens;
  readonly refreshTokens: RefreshTokenStore;
  /** Make the successor of a refresh token; the first one signs. */
  readonly refreshTokenKeys: readonly SigningKey[];
  readonly tokenKeyStore: TokenKeyStore;
  readonly randomBytes: (length: number) => Buffer;
}
