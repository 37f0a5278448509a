import type { Logger } from 'pino';
import type { Config } from '../../config';
import type { ListContext } from '../../platform/lists/list.service';
import type { AuditEntryStore } from './audit-entry.store';

/** The stores that the audit log needs. */
export interface AuditContext extends ListContext, AuditWriterContext {
  readonly auditEntries: AuditEntryStore;
}

/** The store, the clock and the settings that writing to the audit log needs. */
export interface AuditWriterContext {
  readonly config: Config;
  readonly auditEntries: Pick<AuditEntryStore, 'insert' | 'complete'>;
  readonly now: () => Date;
  readonly log: Logger;
  readonly randomBytes: (length: number) => Buffer;
}
