import type { SigningKey } from '../platform/keys/signing-key.store';
import type { NetworkLimiter } from '../platform/limits/network-limiter';
import type { Account } from './accounts/account';
import type { LogInLimiter } from './accounts/log-in-limiter';
import type { PasswordHasher } from './accounts/password-hasher';
import type { createIdentityStores } from './identity.stores';
import type { ClientWithSecret } from './oauth/clients/client';
import type { FreshCache } from './oauth/tokens/fresh-cache';
import type { KnownTokens } from './oauth/tokens/known-token';
import type { TokenKeyRing } from './oauth/tokens/token-keys';

/** All members that this wing gives to the context. */
export interface IdentityMembers extends Readonly<ReturnType<typeof createIdentityStores>> {
  readonly passwordHasher: PasswordHasher;
  readonly logInLimiter: LogInLimiter;
  readonly mailLimiter: NetworkLimiter;
  /** Sign access tokens. */
  readonly tokenKeys: TokenKeyRing;
  /** Make the successor of a refresh token; the first one signs. */
  readonly refreshTokenKeys: readonly SigningKey[];
  readonly knownTokens: KnownTokens;
  readonly knownAccounts: FreshCache<Account>;
  readonly knownClients: FreshCache<ClientWithSecret>;
  /** Ends all access tokens that an account has made or allowed, within 2 seconds everywhere. */
  readonly endTokensOf: (accountId: string) => Promise<void>;
  /** Waits for payments that are just being stored: those that are stored later have seen how accounts are now. */
  readonly awaitStoredPayments: () => Promise<void>;
}
