import type { Command } from './command';
import { dbExport } from './db-export';
import { dbImport } from './db-import';

/** Every command by the words it is called by. */
export const commands: ReadonlyMap<string, Command> = new Map(
  [dbExport, dbImport].map((command) => [command.name, command]),
);
