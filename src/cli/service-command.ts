import type { ServiceContext } from '../api/context';
import {
  type Command,
  type CommandArguments,
  type CommandContext,
  type CommandOptions,
  type CommandResult,
  type CommandValues,
  readValues,
} from './command';
import { uriOption } from './db/database';
import { withServices } from './services';

/**
 * Declares a command that asks the services on the gateway's database, or has them do something, and prints the answer.
 * Its last option is `--uri`.
 */
export function serviceCommand<
  Result,
  const Options extends CommandOptions,
  const Arguments extends CommandArguments = readonly [],
>({
  check,
  work,
  print,
  mayBeNew = false,
  ...command
}: Omit<Command, 'options' | 'arguments' | 'run'> & {
  readonly arguments?: Arguments;
  readonly options: Options;
  /** An embedded database that is not there is made. Default: that is an error. */
  readonly mayBeNew?: boolean;
  /** @throws {CommandError} for values that do not go together, before the database is opened. */
  readonly check?: (values: CommandValues<Options, Arguments>, ctx: CommandContext) => void;
  readonly work: (
    services: ServiceContext,
    values: CommandValues<Options, Arguments>,
    ctx: CommandContext,
  ) => Promise<Result>;
  readonly print: (result: Result, values: CommandValues<Options, Arguments>) => CommandResult;
}): Command {
  return {
    ...command,
    options: { ...command.options, uri: uriOption },
    async run(typed, ctx) {
      const values = readValues(command, typed);
      const { uri } = readValues({ options: { uri: uriOption } }, typed);
      check?.(values, ctx);
      const result = await withServices({ uri, mayBeNew }, ctx, (services) =>
        work(services, values, ctx),
      );
      return print(result, values);
    },
  };
}
