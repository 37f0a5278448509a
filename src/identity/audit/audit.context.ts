import type { Logger } from 'pino';
import type { Config } from '../../config';
import type { ListContext } from '../../platform/lists/list.service';
import type { AuditEntryStore } from './audit-entry.store';

/** What the audit log uses of the outside. */
export interface AuditContext extends ListContext, AuditWriterContext {
  readonly auditEntries: AuditEntryStore;
}

/** What writing to the audit log uses of the outside. */
export interface AuditWriterContext {
  readonly config: Config;
  readonly auditEntries: Pick<AuditEntryStore, 'insert' | 'complete'>;
  readonly now: () => Date;
  readonly log: Logger;
  readonly randomBytes: (length: number) => Buffer;
}
