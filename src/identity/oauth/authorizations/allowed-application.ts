import type { Scope } from '../scopes';

/** A client that a person has allowed something, as often as it has asked. */
export interface AllowedApplication {
  readonly clientId: string;
  /** The client's name, as people saw it. */
  readonly name: string;
  /** All that it was allowed and can still use. */
  readonly scopes: readonly Scope[];
  /** The last time. */
  readonly allowedAt: Date;
}
