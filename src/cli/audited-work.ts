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
import type { Db } from './db/database';
import type { Manifest } from './db/manifest';

const auditLog = 'auditEntries';

/** Fills a database that is to have an audit log: an entry there says who did it, from which folder. */
export function auditedFilling<Result>(
  db: Db,
  { collections }: Manifest,
  ctx: CommandContext,
  fill: () => Promise<Result>,
): Promise<Result> {
  return collections.some(({ name }) => name === auditLog) ? auditedOn(db, ctx, fill) : fill();
}

/** Does something with a whole database; where it has an audit log, an entry there says who did it. */
export async function auditedWork<Result>(
  db: Db,
  ctx: CommandContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const found = await db.listCollections({ name: auditLog }, { nameOnly: true }).toArray();
  return found.length > 0 ? auditedOn(db, ctx, work) : work();
}

async function auditedOn<Result>(
  db: Db,
  ctx: CommandContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const change = changeOf(ctx.commandLine);
  if (change === null) return work();
  const auditEntries = createAuditEntryWriter(db.collection<AuditEntryDocument>(auditLog));
  const writer = {
    ...{ config: parseConfig(ctx.env), log: createLog('silent') },
    ...{ auditEntries, randomBytes, now: () => ctx.now() },
  };
  return audited(writer, change, work);
}
