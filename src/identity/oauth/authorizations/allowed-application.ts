import type { Scope } from '../scopes';

/** A client that a person has allowed something, as often as it has asked. */
export interface AllowedApplication {
  readonly clientId: string;
  /** What people were shown. */
  readonly name: string;
  /** All that it was allowed and can still use. */
  readonly scopes: readonly Scope[];
  /** The last time. */
  readonly allowedAt: Date;
}
