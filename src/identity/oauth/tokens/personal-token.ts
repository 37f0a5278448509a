import type { Scope } from '../scopes';

/** An access token that a person has made for a program of their own; the token itself is not kept. */
export interface PersonalToken {
  /** 32 lower-case hex: the token's `jti`. */
  readonly id: string;
  readonly accountId: string;
  /** For its owner's convenience. */
  readonly name: string;
  /** Empty: a token without privileges. */
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date;
  /** To the minute; null before the first use. */
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
