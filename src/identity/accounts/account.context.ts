import type { Config } from '../../config';
import type { NetworkLimiter } from '../../platform/limits/network-limiter';
import type { Mailer } from '../../platform/mail/mailer';
import type { AccountNetworkStore } from './account-network.store';
import type { AccountStore } from './account.store';
import type { LogInLimiter } from './log-in-limiter';
import type { MailTokenStore } from './mail-token.store';
import type { PasswordHasher } from './password-hasher';
import type { SessionStore } from './session.store';

/** What tells who is behind a session. */
export interface SessionContext {
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly now: () => Date;
}

/** What the services of accounts use of the outside. */
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
