import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { ServiceContext } from '../api/context';
import type { Config } from '../config';
import type { WindowLimiterOptions } from '../platform/limits/window-limiter';
import type { KeyPurpose, SigningKeys } from '../platform/keys/signing-key.store';
import type { createStores } from './stores';

/** The ground that the wings stand on: the database in today's form, and what reads the outside. */
export interface Ground {
  readonly log: Logger;
  /** Origin of the URLs that leave the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly db: Connection;
  readonly config: Config;
  readonly stores: ReturnType<typeof createStores>;
  readonly keysFor: (purpose: KeyPurpose) => Promise<SigningKeys>;
  /** For limits that all gateways count together. */
  readonly counting: WindowLimiterOptions;
  /** The context, once it is whole: for hooks, which run later. */
  readonly whole: () => ServiceContext;
}
