import type { Logger } from 'pino';
import type { Config } from '../config';
import type { BackupMark } from './database/backup-mark';
import type { ConnectionPool } from './database/connection-pool';
import type { DatabasePulse } from './database/pulse';
import type { InTransaction } from './database/transaction';
import type { Egress } from './egress/egress';
import type { JsonThreads } from './egress/json-threads';
import type { JobDefinition } from './jobs/job';
import type { LedgerClient } from './ledger/ledger-client';
import type { ListContext } from './lists/list.service';
import type { Mailer } from './mail/mailer';
import type { NoticeContext } from './notices/notice';
import type { createPlatformStores } from './platform.stores';
import type { Outages } from './process/outages';

/** All members that this wing gives to the context, with the settings and what reads the outside. */
export interface PlatformMembers
  extends Readonly<ReturnType<typeof createPlatformStores>>,
    ListContext,
    NoticeContext {
  readonly config: Config;
  /** Origin of the URLs that leave the server, without a trailing slash: who issues tokens. */
  readonly publicUrl: string;
  /** Origin of the URLs of creatives, without a trailing slash. */
  readonly serveUrl: string;
  readonly log: Logger;
  readonly randomBytes: (length: number) => Buffer;
  readonly outages: Outages;
  readonly databasePulse: DatabasePulse;
  readonly connectionPool: ConnectionPool;
  readonly inTransaction: InTransaction;
  /** By how much our clock is ahead of the database's; null where that does not tell its time. */
  readonly readClockSkewMs: () => Promise<number | null>;
  /** null: `adgate db backup` has made none. */
  readonly findLastBackup: () => Promise<BackupMark | null>;
  /** All jobs. */
  readonly jobs: readonly JobDefinition[];
  readonly egress: Egress;
  /** Parse what other servers answer; the gateway closes them. */
  readonly jsonThreads: JsonThreads;
  /** null where the settings name no mail server. */
  readonly mailer: Mailer | null;
  /** null where the settings name no wallet: this gateway reads no deposits and settles nothing. */
  readonly ledger: LedgerClient | null;
}
