import { decodePlace, encodePlace } from '../../platform/lists/cursor';
import { defaultPageSize, maxPageSize } from '../../platform/lists/page';
import type { AuditContext } from './audit.context';
import type { AuditFilter, AuditLogPage } from './audit-entry';

export interface AuditLogParams {
  readonly filter: AuditFilter;
  /** Entries of a page, from 1; default 10, at most 1000: more is cut. */
  readonly first?: number | null;
  /** The `endCursor` of a page. */
  readonly after?: string | null;
}

/**
 * A page of the audit log, newest first. Every page costs the same.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a cursor of another list.
 */
export async function listAuditLog(
  ctx: AuditContext,
  { filter, first, after }: AuditLogParams,
): Promise<AuditLogPage> {
  const list = `auditLog:${JSON.stringify(filter)}`;
  const limit = Math.min(first ?? defaultPageSize, maxPageSize);
  const found = await ctx.auditEntries.list(filter, {
    after: decodePlace(ctx.cursorKeys, list, after),
    // One more tells whether any follows.
    limit: limit + 1,
  });
  const nodes = found.slice(0, limit);
  const last = nodes.at(-1);
  const endCursor = last ? encodePlace(ctx.cursorKeys, list, last) : null;
  return { nodes, pageInfo: { hasNextPage: found.length > limit, endCursor } };
}

/** Keeps the newest entries of each account, so many as the settings say; of commands, and of strangers, as many. */
export async function limitAuditLog(ctx: AuditContext, signal: AbortSignal): Promise<void> {
  for (const party of await ctx.auditEntries.listParties()) {
    if (signal.aborted) return;
    await ctx.auditEntries.keepNewest(party, ctx.config.auditLog.entriesPerAccount);
  }
}
