import type { Config } from '../../config';
import type { NetworkLimiter } from '../../platform/limits/network-limiter';
import type { Mailer } from '../../platform/mail/mailer';
import type { AccountNetworkStore } from './account-network.store';
import type { AccountStore } from './account.store';
import type { LogInLimiter } from './log-in-limiter';
import type { MailTokenStore } from './mail-token.store';
import type { PasswordHasher } from './password-hasher';
import type { SessionStore } from './session.store';

/** The stores that finding the account of a session needs. */
export interface SessionContext {
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly now: () => Date;
}

/** The stores and services that the services of accounts need. */
export interface AccountContext extends SessionContext {
  readonly config: Config;
  /** Origin of the URLs that leave the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly accountNetworks: AccountNetworkStore;
  readonly mailTokens: MailTokenStore;
  readonly passwordHasher: PasswordHasher;
  readonly logInLimiter: LogInLimiter;
  readonly mailLimiter: NetworkLimiter;
  /** null where the settings name no mail server. */
  readonly mailer: Mailer | null;
  /** Ends all access tokens that an account has made or allowed, within 2 seconds everywhere. */
  readonly endTokensOf: (accountId: string) => Promise<void>;
  readonly randomBytes: (length: number) => Buffer;
}
