import type { Job } from '../../platform/jobs/job';
import type { AuditContext } from './audit.context';
import { limitAuditLog } from './audit-log.service';

/** Keeps the audit log within its bounds: the database itself deletes what is too old. */
export const limitAuditLogJob: Job<AuditContext> = {
  name: 'limit-audit-log',
  everySeconds: 3_600,
  run: limitAuditLog,
};
