import type { Scope } from '../scopes';

/** An application that asks for tokens. @see RFC 6749 §2 */
export interface Client {
  /** UUID with dashes. */
  readonly id: string;
  /** The client's name, as people see it who are asked for consent. */
  readonly name: string;
  /** The account that a client-credentials token acts for. */
  readonly ownerId: string;
  /** False for public clients, which have no secret and cannot keep one. */
  readonly isConfidential: boolean;
  /** Where authorization codes may be sent; compared as texts. */
  readonly redirectUris: readonly string[];
  /** Scopes that the client may ask for. A client that names no scopes gets these. */
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A client with what its secret is compared with. */
export interface ClientWithSecret extends Client {
  /** SHA-256 of the secret, hex; null for a public client. */
  readonly secretHash: string | null;
}

/** The client of the tokens that people make for themselves. It has no secret and no grant. */
export const personalAccessClientId = 'personal-access';
