import type { Viewer } from '../../access/viewer';
import type { FreshCache } from './fresh-cache';
import type { Scope } from '../scopes';

/** The claims of an access token. @see RFC 9068 §2.2 */
export interface AccessTokenClaims {
  /** `jti` */
  readonly id: string;
  /** `sub` */
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** `grant_id`: what a person allowed the client, and the token ends with; null when nobody was asked. */
  readonly authorizationId: string | null;
  /** `kid` of the header. */
  readonly keyId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** A token whose signature was right, and whose viewer is allowed in, when it was last looked at. */
export interface KnownToken {
  readonly claims: AccessTokenClaims;
  readonly viewer: Viewer;
}

/** Access tokens that were checked before; everything that can end one must be told to it. */
export type KnownTokens = FreshCache<KnownToken>;
