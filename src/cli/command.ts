/** An option of a command: `value` is the placeholder of its value; without one it is a switch. */
export interface CommandOption {
  readonly value?: `<${string}>`;
  readonly isRequired?: boolean;
  readonly description: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** A required value is a text, any other value a text or null, a switch a boolean. */
export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends { value: string }
    ? Options[Name] extends { isRequired: true }
      ? string
      : string | null
    : boolean;
};

/** What a command gets from the process that runs it. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  now(): Date;
  /** Tells the operator a line while the work goes on. */
  note(line: string): void;
}

/** What a command has done: for people, and for `--json`. */
export interface CommandResult {
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

export interface Command {
  /** As it is typed: `db export`. */
  readonly name: string;
  /** One line for `adgate --help`. */
  readonly summary: string;
  /** What the operator should know beyond the options. */
  readonly details: string;
  readonly options: CommandOptions;
  /** @throws {CommandError} and what the database and the system throw. */
  run(
    values: Readonly<Record<string, string | boolean | null>>,
    ctx: CommandContext,
  ): Promise<CommandResult>;
}

/** Declares a command whose `run` gets its options by type; `run.ts` has checked them against `options`. */
export function defineCommand<const Options extends CommandOptions>(
  command: Omit<Command, 'options' | 'run'> & {
    readonly options: Options;
    run(values: OptionValues<Options>, ctx: CommandContext): Promise<CommandResult>;
  },
): Command {
  return {
    ...command,
    // The values are read by this command's own options, so they have its types.
    run: (values, ctx) => command.run(values as OptionValues<Options>, ctx),
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
