import type { Scope } from '../scopes';

/** A person's consent to a client; every token that came of the consent ends with it. */
export interface Authorization {
  /** 32 lower-case hex. */
  readonly id: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
}

/** A code that a client redeems for its first tokens. */
export interface AuthorizationCode {
  readonly authorizationId: string;
  readonly clientId: string;
  /** As the client has sent it. */
  readonly redirectUri: string;
  /** base64url of the SHA-256 of the verifier (RFC 7636 §4.2); null when the client has sent none. */
  readonly codeChallenge: string | null;
  readonly expiresAt: Date;
}

/** A refresh token as it is known; the token itself is not kept. */
export interface RefreshToken {
  readonly authorizationId: string;
  readonly clientId: string;
  readonly expiresAt: Date;
  /** When it was first used; null before. */
  readonly usedAt: Date | null;
  /** The key that its successor is derived with, which its first use settles; absent before. */
  readonly successorKeyId?: number;
}
