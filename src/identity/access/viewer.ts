import type { Account } from '../accounts/account';
import type { Scope } from '../oauth/scopes';

/** What a session is opened with: an API token in a header, or the cookie of our pages. */
export type SessionKind = 'apiToken' | 'browser';

/** What proves who calls, and how much of what the account may do it allows. */
export type Credential =
  | {
      /** A session: it allows all that the account may do. */
      readonly kind: SessionKind;
      /** SHA-256 of the token, or of the cookie's session id, hex: what logging out ends. */
      readonly sessionHash: string;
      /** The operator whose session it is, while he acts for the account; absent: the session is the account's own. */
      readonly operatorId?: string;
    }
  | {
      readonly kind: 'accessToken';
      /** The token's `jti`. */
      readonly id: string;
      readonly clientId: string;
      /** What a person allowed the token's client; null when nobody was asked. */
      readonly authorizationId: string | null;
      readonly scopes: readonly Scope[];
    };

/** Who calls: the account behind a valid token. */
export interface Viewer {
  readonly account: Account;
  readonly credential: Credential;
}

/** The part of a context that says who calls. */
export interface WithViewer {
  /** null without a valid token. */
  readonly viewer: Viewer | null;
}
