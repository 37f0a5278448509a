import { randomBytes } from 'node:crypto';
import { parseConfig } from '../config';
import { audited } from '../identity/audit/audited.service';
import {
  type AuditEntryDocument,
  createAuditEntryWriter,
} from '../identity/audit/audit-entry.store';
import { createLog } from '../platform/process/log';
import type { CommandContext } from './command';
import { changeOf } from './command-change';
import type { Db } from './database';
import type { Manifest } from './manifest';

/** Fills a database that has, or is to have, an audit log: an entry there says who did it, from which folder. */
export async function auditedFilling<Result>(
  db: Db,
  { collections }: Manifest,
  ctx: CommandContext,
  fill: () => Promise<Result>,
): Promise<Result> {
  const change = changeOf(ctx.commandLine);
  if (change === null || collections.every(({ name }) => name !== 'auditEntries')) return fill();
  const auditEntries = createAuditEntryWriter(db.collection<AuditEntryDocument>('auditEntries'));
  const writer = {
    ...{ config: parseConfig(ctx.env), log: createLog('silent') },
    ...{ auditEntries, randomBytes, now: () => ctx.now() },
  };
  return audited(writer, change, fill);
}
