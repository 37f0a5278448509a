import type { Account } from '../accounts/account';
import type { Scope } from '../oauth/scopes';

/** The proof that a session is opened with: an API token in a header, or the cookie of our pages. */
export type SessionKind = 'apiToken' | 'browser';

/** The proof of the caller's identity, and the share of the account's rights that it gives. */
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
      /** The person's consent to the token's client; null where nobody was asked. */
      readonly authorizationId: string | null;
      readonly scopes: readonly Scope[];
    };

/** The caller: the account behind a valid token. */
export interface Viewer {
  readonly account: Account;
  readonly credential: Credential;
}

/** The part of a context that says who calls. */
export interface WithViewer {
  /** null without a valid token. */
  readonly viewer: Viewer | null;
}
