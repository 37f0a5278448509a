import type { PlatformMembers } from '../../platform/platform.members';
import type { ListContext } from '../../platform/lists/list.service';
import type { AuditEntryStore } from './audit-entry.store';

/** The stores that the audit log needs. */
export interface AuditContext extends ListContext, AuditWriterContext {
  readonly auditEntries: AuditEntryStore;
}

/** The store, the clock and the settings that writing to the audit log needs. */
export interface AuditWriterContext
  extends Pick<PlatformMembers, 'config' | 'now' | 'log' | 'randomBytes'> {
  readonly auditEntries: Pick<AuditEntryStore, 'insert' | 'complete'>;
}
