import { aggregateCommand } from './aggregate';
import { collectionCommands } from './collections';
import { countCommand, distinctCommand } from './count';
import { cursorCommands } from './cursor-commands';
import { deleteCommand } from './delete';
import { explainCommand } from './explain';
import { findCommand } from './find';
import { findAndModifyCommand } from './find-and-modify';
import { indexCommands } from './indexes';
import { insertCommand } from './insert';
import type { Command } from './request';
import { serverCommands } from './server-commands';
import { updateCommand } from './update';

const all: readonly Command[] = [
  aggregateCommand,
  countCommand,
  deleteCommand,
  distinctCommand,
  explainCommand,
  findAndModifyCommand,
  findCommand,
  insertCommand,
  updateCommand,
  ...collectionCommands,
  ...cursorCommands,
  ...indexCommands,
  ...serverCommands,
];

/** Every command by each of its names. */
export const commands: ReadonlyMap<string, Command> = new Map(
  all.flatMap((command) => command.names.map((name) => [name, command] as const)),
);
