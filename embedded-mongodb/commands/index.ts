import { createIndexesCommand, dropIndexesCommand, listIndexesCommand } from './indexes';
import {
  collStatsCommand,
  createCommand,
  dropCommand,
  dropDatabaseCommand,
  listCollectionsCommand,
  listDatabasesCommand,
} from './collections';
import { aggregateCommand } from './aggregate';
import { countCommand, distinctCommand } from './count';
import { getMoreCommand, killCursorsCommand } from './cursor-commands';
import { deleteCommand } from './delete';
import { explainCommand } from './explain';
import { findCommand } from './find';
import { findAndModifyCommand } from './find-and-modify';
import { insertCommand } from './insert';
import type { Command } from './request';
import {
  abortTransactionCommand,
  buildInfoCommand,
  commitTransactionCommand,
  connectionStatusCommand,
  endSessionsCommand,
  helloCommand,
  pingCommand,
  serverStatusCommand,
} from './server-commands';
import { updateCommand } from './update';

const all: readonly Command[] = [
  abortTransactionCommand,
  aggregateCommand,
  buildInfoCommand,
  collStatsCommand,
  commitTransactionCommand,
  connectionStatusCommand,
  countCommand,
  createCommand,
  createIndexesCommand,
  deleteCommand,
  distinctCommand,
  dropCommand,
  dropDatabaseCommand,
  dropIndexesCommand,
  endSessionsCommand,
  explainCommand,
  findAndModifyCommand,
  findCommand,
  getMoreCommand,
  helloCommand,
  insertCommand,
  killCursorsCommand,
  listCollectionsCommand,
  listDatabasesCommand,
  listIndexesCommand,
  pingCommand,
  serverStatusCommand,
  updateCommand,
];

/** Every command by each of its names. */
export const commands: ReadonlyMap<string, Command> = new Map(
  all.flatMap((command) => command.names.map((name) => [name, command] as const)),
);
