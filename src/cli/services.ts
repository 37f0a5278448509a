import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { parseConfig } from '../config';
import type { ServiceContext } from '../context';
import { openDatabase } from '../platform/database/connection';
import { findGatewayUrl } from '../platform/process/gateway-url';
import { createLog } from '../platform/process/log';
import { createServiceContext } from '../service-context';
import { prepareDataFolder } from '../start/data-folder';
import { findRunningDatabase, startEmbeddedDatabase } from '../start/embedded-database';
import { type CommandContext, CommandError } from './command';

/**
 * Gives a piece of work the services that a gateway has, on the gateway's database, whether it runs or not: the one of
 * the URI, of `MONGODB_URI`, or the embedded one, which is started for the work when nobody runs it.
 *
 * @param target.mayBeNew whether an embedded database that is not there is made, rather than an error
 * @throws {CommandError} when there is no embedded database.
 */
export async function withServices<Result>(
  target: { readonly uri: string | null; readonly mayBeNew?: boolean },
  ctx: CommandContext,
  work: (services: ServiceContext, db: Connection) => Promise<Result>,
): Promise<Result> {
  const config = parseConfig({
    ...ctx.env,
    ...(target.uri !== null && { MONGODB_URI: target.uri }),
  });
  if (config.mongodbUri !== null) return withContext(config.mongodbUri, config, work);
  const running = await findRunningDatabase(config.dataFolder);
  if (running !== null) return withContext(running, config, work);
  if (target.mayBeNew !== true && !existsSync(join(config.dataFolder, 'database')))
    throw new CommandError(
      `there is no database in ${config.dataFolder}: set ADGATE_DATA_DIR to the gateway's data folder, or give --uri`,
    );
  prepareDataFolder(config.dataFolder);
  const embedded = await startEmbeddedDatabase(config.dataFolder);
  try {
    return await withContext(embedded.uri, config, work);
  } finally {
    await embedded.close();
  }
}

async function withContext<Result>(
  uri: string,
  config: ReturnType<typeof parseConfig>,
  work: (services: ServiceContext, db: Connection) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(uri);
  try {
    const publicUrl =
      config.publicUrl ??
      findGatewayUrl(config.dataFolder) ??
      `http://${config.host}:${config.port}`;
    const services = await createServiceContext(db, config, {
      log: createLog('silent'),
      publicUrl,
    });
    try {
      return await work(services, db);
    } finally {
      await services.mailer?.close();
    }
  } finally {
    await db.close();
  }
}
