import type { Device } from './user-agent';

/** Facts about the visitor of one request. */
export interface VisitorFacts {
  readonly device: Device;
  readonly languages: readonly string[];
  /** ISO 3166 alpha-2, lower case. */
  readonly country: string | null;
  readonly hasWallet: boolean;
}
