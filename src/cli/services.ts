import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, parseConfig } from '../config';
import type { ServiceContext } from '../api/context';
import type { Change } from '../identity/audit/audit-entry';
import { audited } from '../identity/audit/audited.service';
import { withUnhurried } from '../platform/database/connection';
import { findGatewayUrl } from '../platform/process/gateway-url';
import { createLog } from '../platform/process/log';
import { createServiceContext } from '../assembly/service-context';
import { prepareDataFolder } from '../start/data-folder';
import { findRunningDatabase, startEmbeddedDatabase } from '../start/embedded-database';
import { changeOf, emailNamedBy } from './command-change';
import { type CommandContext, CommandError } from './command';
import { databaseOf } from '../platform/database/database-of';
import type { Db } from './db/database';

type Work<Result> = (services: ServiceContext, db: Db) => Promise<Result>;

/**
 * Gives a piece of work the services that a gateway has, on the gateway's database, whether it runs or not: the one of
 * the URI, of `MONGODB_URI`, or the embedded one, which is started for the work when nobody runs it.
 *
 * A command that changes something leaves an entry in the audit log.
 *
 * @param target.mayBeNew whether an embedded database that is not there is made, rather than an error
 * @throws {CommandError} when there is no embedded database.
 */
export async function withServices<Result>(
  target: { readonly uri: string | null; readonly mayBeNew?: boolean },
  ctx: CommandContext,
  work: Work<Result>,
): Promise<Result> {
  const change = changeOf(ctx.commandLine);
  const audit: Work<Result> = async (services, db) => {
    if (change === null) return work(services, db);
    return audited(services, await withAccount(services, change, ctx), () => work(services, db));
  };
  return withDatabaseUri(target, ctx, (uri, config) => withContext(uri, config, audit));
}

/** The change with the account that it names by its email: a later email leads to the entry, too. */
async function withAccount(
  { accounts }: ServiceContext,
  change: Change,
  { commandLine }: CommandContext,
): Promise<Change> {
  const email = emailNamedBy(commandLine);
  const account = email === null ? null : await accounts.findByEmail(email);
  return account ? { ...change, objectKind: 'Account', objectId: account.id } : change;
}

/** The same for work that opens the database by itself. */
export async function withDatabaseUri<Result>(
  target: { readonly uri: string | null; readonly mayBeNew?: boolean },
  ctx: CommandContext,
  work: (uri: string, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = parseConfig({
    ...ctx.env,
    ...(target.uri !== null && { MONGODB_URI: target.uri }),
  });
  if (config.mongodbUri !== null) return work(config.mongodbUri, config);
  const running = await findRunningDatabase(config.dataFolder);
  if (running !== null) return work(running, config);
  if (target.mayBeNew !== true && !existsSync(join(config.dataFolder, 'database')))
    throw new CommandError(
      `there is no database in ${config.dataFolder}: set ADGATE_DATA_DIR to the gateway's data folder, or give --uri`,
    );
  prepareDataFolder(config.dataFolder);
  const embedded = await startEmbeddedDatabase(config.dataFolder);
  try {
    return await work(embedded.uri, config);
  } finally {
    await embedded.close();
  }
}

/** Gives a piece of work the services on the database of a URI. */
export async function withContext<Result>(
  uri: string,
  config: Config,
  work: Work<Result>,
): Promise<Result> {
  return withUnhurried(uri, config.patience, async (db) => {
    const publicUrl =
      config.publicUrl ??
      findGatewayUrl(config.dataFolder) ??
      `http://${config.host}:${config.port}`;
    const services = await createServiceContext(db, config, {
      log: createLog('silent'),
      publicUrl,
    });
    try {
      return await work(services, databaseOf(db));
    } finally {
      await services.mailer?.close();
      await services.jsonThreads.close();
    }
  });
}
