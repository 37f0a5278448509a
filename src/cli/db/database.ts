import { existsSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { ConfigError, parseConfig } from '../../config';
import { defaultDatabaseName } from '../../platform/database/connection';
import { prepareDataFolder } from '../../start/data-folder';
import {
  type EmbeddedDatabase,
  findRunningDatabase,
  startEmbeddedDatabase,
} from '../../start/embedded-database';
import { type CommandContext, CommandError, type ReadText } from '../command';

export type Db = mongoose.mongo.Db;

/** Where the URI does not say otherwise. */
const defaultClientOptions: mongoose.mongo.MongoClientOptions = {
  appName: 'adgate-cli',
  serverSelectionTimeoutMS: 10_000,
  // Longer than the building of an index over an operator's whole database may take.
  socketTimeoutMS: 30 * 60_000,
};

const readUri: ReadText<string> = (text, name) => {
  try {
    // Nothing is connected by this.
    createDb(text);
    return text;
  } catch (error) {
    throw new CommandError(`${name} is not usable: ${reasonOf(error)}`, 2, { cause: error });
  }
};

/** The option that names the database, the same for every command. */
export const uriOption = {
  value: '<uri>',
  description: 'mongodb://…; default: MONGODB_URI, else the embedded database in ADGATE_DATA_DIR',
  read: readUri,
} as const;

/**
 * Opens the database for one piece of work and closes it however that ends: the one of the URI, of `MONGODB_URI`,
 * or the embedded one, which is started for it.
 *
 * @param target.mustExist whether an embedded database that is not there is an error, rather than a new one
 * @param target.mayRun whether a gateway may run the embedded database meanwhile
 * @throws {CommandError} when the URI is not one, or the embedded database is not there or in use
 */
export async function withDatabase<Result>(
  target: { readonly uri: string | null; readonly mustExist: boolean; readonly mayRun?: boolean },
  ctx: CommandContext,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const config = parseConfig(ctx.env);
  const uri = target.uri ?? config.mongodbUri;
  if (uri !== null) return withClient(uri, ctx.signal, work);
  const running = target.mayRun === true ? await findRunningDatabase(config.dataFolder) : null;
  if (running !== null) return withClient(running, ctx.signal, work);
  const embedded = await startEmbedded(config.dataFolder, target);
  try {
    return await withClient(embedded.uri, ctx.signal, work);
  } finally {
    await embedded.close();
  }
}

async function startEmbedded(
  dataFolder: string,
  { mustExist }: { readonly mustExist: boolean },
): Promise<EmbeddedDatabase> {
  if (mustExist && !existsSync(join(dataFolder, 'database')))
    throw new CommandError(
      `there is no database in ${dataFolder}: set ADGATE_DATA_DIR to the gateway's data folder, or give --uri`,
    );
  // A server of `npm start` answers on its socket there; any other program holds the folder's lock.
  if ((await findRunningDatabase(dataFolder)) !== null) throw inUse(dataFolder);
  prepareDataFolder(dataFolder);
  try {
    return await startEmbeddedDatabase(dataFolder);
  } catch (error) {
    if (error instanceof ConfigError && error.message.includes('another process has it open'))
      throw inUse(dataFolder, error);
    throw error;
  }
}

function inUse(dataFolder: string, cause?: ConfigError): CommandError {
  return new CommandError(
    `the database in ${dataFolder} is in use: stop the gateway that runs on it, then run this again`,
    1,
    { cause },
  );
}

async function withClient<Result>(
  uri: string,
  signal: AbortSignal,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = openable(uri);
  try {
    await db.client.connect();
    return await work(db);
  } finally {
    const closed = db.client.close();
    // A database that hangs would hold an interrupted process.
    if (signal.aborted) void closed.catch(() => undefined);
    else await closed;
  }
}

/** @throws {CommandError} */
function openable(uri: string): Db {
  try {
    return createDb(uri);
  } catch (error) {
    const message = `the URI of the database is not usable: ${reasonOf(error)}`;
    throw new CommandError(message, 1, { cause: error });
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** @throws what the driver, and the name of the database, have against the URI */
function createDb(uri: string): Db {
  // The driver would let these go before what the URI says.
  const options = Object.fromEntries(
    Object.entries(defaultClientOptions).filter(
      ([name]) => !new RegExp(`[?&]${name}=`, 'i').test(uri),
    ),
  );
  return new mongoose.mongo.MongoClient(uri, options).db(databaseNameOf(uri));
}

function databaseNameOf(uri: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(uri)?.[1];
  return name === undefined ? defaultDatabaseName : decodeURIComponent(name);
}
