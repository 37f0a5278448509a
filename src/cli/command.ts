/** An option of a command: `value` is the placeholder of its value; without one it is a switch. */
export interface CommandOption {
  readonly value?: `<${string}>`;
  readonly isRequired?: boolean;
  readonly description: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** The words behind the command's name that belong to no option: all required, in this order. */
export interface CommandArgument {
  readonly name: string;
  readonly description: string;
}

export type CommandArguments = readonly CommandArgument[];

/** A required value is a text, any other value a text or null, a switch a boolean. */
export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends { value: string }
    ? Options[Name] extends { isRequired: true }
      ? string
      : string | null
    : boolean;
};

/** Arguments are texts, by their names. */
export type ArgumentValues<Arguments extends CommandArguments> = {
  readonly [Name in Arguments[number]['name']]: string;
};

/** The command as it was typed, for the audit log. */
export interface CommandLine {
  readonly command: Pick<Command, 'name' | 'arguments'>;
  /** The values of options and arguments, by name. */
  readonly values: Readonly<Record<string, string | boolean | null>>;
}

/** The process around a command, as the command sees it. */
export interface CommandContext {
  readonly commandLine: CommandLine;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  now(): Date;
  /** Standard input to its end: secrets come this way, as everybody on the machine can see a command line. */
  readStdin(): Promise<string>;
  /** Tells the operator a line while the work goes on. */
  note(line: string): void;
}

/** The result of a command: for people, and for `--json`. */
export interface CommandResult {
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** 1 where what was looked at is not as it should be; default: 0. */
  readonly exitCode?: 1;
}

export interface Command {
  /** As it is typed: `db export`. */
  readonly name: string;
  /** One line for `adgate --help`. */
  readonly summary: string;
  /** Told to the operator beside the options. */
  readonly details: string;
  /** Default: none. */
  readonly arguments?: CommandArguments;
  readonly options: CommandOptions;
  /** @throws {CommandError} and what the database and the system throw. */
  run(
    values: Readonly<Record<string, string | boolean | null>>,
    ctx: CommandContext,
  ): Promise<CommandResult>;
}

/** Declares a command whose `run` gets its options and arguments by type; `run.ts` has checked them. */
export function defineCommand<
  const Options extends CommandOptions,
  const Arguments extends CommandArguments = readonly [],
>(
  command: Omit<Command, 'options' | 'arguments' | 'run'> & {
    readonly options: Options;
    readonly arguments?: Arguments;
    run(
      values: OptionValues<Options> & ArgumentValues<Arguments>,
      ctx: CommandContext,
    ): Promise<CommandResult>;
  },
): Command {
  return {
    ...command,
    // The values are read by this command's own options and arguments, so they have its types.
    run: (values, ctx) =>
      command.run(values as OptionValues<Options> & ArgumentValues<Arguments>, ctx),
  };
}

/** A failure whose message is one line that says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  /** @param exitCode 2 when the command line is wrong, 1 for everything else */
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
