import { type Config, parseConfig } from '../../config';
import { withUnhurried } from '../../platform/database/connection';
import { isDatabaseUnavailable } from '../../platform/database/unavailable';
import { type CommandContext, CommandError, defineCommand } from '../command';
import { uriOption } from '../db/database';
import { checkDatabase } from './database-checks';
import { describeFindings } from './describe-findings';
import { checkSecretFiles } from './file-checks';
import { type Finding, problem } from '../../platform/findings/finding';
import { checkMachine } from '../../platform/findings/machine-checks';
import { checkReach } from './reach-checks';
import { checkSettings } from './settings-checks';
import { withDatabaseUri } from '../services';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Looks for what is missing or wrong: settings, machine, database, keys, ledger, jobs.',
  details: `On a server that runs or not, with the settings of its environment. Each finding has the line that mends it; with --fix
what this command can mend by itself is mended: rights of files, and indexes. It exits with 1 when it finds a problem; warnings alone do not count.`,
  options: {
    fix: {
      description:
        'mend the rights of the data folder and of files with secrets, and make missing indexes',
    },
    uri: uriOption,
  },
  async run({ fix: mayFix, uri }, ctx) {
    const config = parseConfig(ctx.env);
    return describeFindings([
      ...checkSettings(config),
      ...(await checkReach(config)),
      ...checkSecretFiles(ctx.env, { mayFix }),
      ...(await checkMachine(config, { mayFix })),
      ...(await checkBehind(uri, ctx, mayFix)),
    ]);
  },
});

/** Findings about the database; a single one where there is none. */
async function checkBehind(
  uri: string | null,
  ctx: CommandContext,
  mayFix: boolean,
): Promise<readonly Finding[]> {
  const look = (at: string, config: Config) =>
    withUnhurried(at, config.patience, (db) =>
      checkDatabase(db, config, { now: () => ctx.now(), mayFix }),
    );
  try {
    return await withDatabaseUri({ uri }, ctx, look);
  } catch (error) {
    if (error instanceof CommandError)
      return [problem('database', error.message, 'MONGODB_URI=mongodb://…')];
    if (error instanceof Error && isDatabaseUnavailable(error))
      return [
        problem('database', `it does not answer: ${error.message}`, 'MONGODB_URI=mongodb://…'),
      ];
    throw error;
  }
}
