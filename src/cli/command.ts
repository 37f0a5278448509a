/**
 * Makes of a text what a command works with.
 *
 * @param name as it is typed: `--status`, `<id>`
 * @throws {CommandError} for a text that is wrong.
 */
export type ReadText<Value> = (text: string, name: string) => Value;

/** An option of a command: `value` is the placeholder of its value; without one it is a switch. */
export interface CommandOption {
  readonly value?: `<${string}>`;
  readonly isRequired?: boolean;
  /** The letter that says the same: `h` is typed `-h`. */
  readonly short?: string;
  readonly description: string;
  /** Default: the text itself. */
  readonly read?: ReadText<unknown>;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** The words behind the command's name that belong to no option: all required, in this order. */
export interface CommandArgument {
  readonly name: string;
  readonly description: string;
  /** Default: the text itself. */
  readonly read?: ReadText<unknown>;
}

export type CommandArguments = readonly CommandArgument[];

type ReadValue<Declared> = Declared extends { read: ReadText<infer Value> } ? Value : string;

/**
 * The values of a command's options and arguments by their names, as `read` has made them: one that is not required
 * may be null, a switch is a boolean.
 */
export type CommandValues<Options extends CommandOptions, Arguments extends CommandArguments> = {
  readonly [Name in keyof Options]: Options[Name] extends { value: string }
    ? Options[Name] extends { isRequired: true }
      ? ReadValue<Options[Name]>
      : ReadValue<Options[Name]> | null
    : boolean;
} & {
  readonly [Argument in Arguments[number] as Argument['name']]: ReadValue<Argument>;
};

/** The texts that were typed, by the names of options and arguments; a switch is a boolean. */
export type TypedValues = Readonly<Record<string, string | boolean | null>>;

/** The command as it was typed, for the audit log. */
export interface CommandLine {
  readonly command: Pick<Command, 'name' | 'arguments'>;
  readonly values: TypedValues;
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
  run(typed: TypedValues, ctx: CommandContext): Promise<CommandResult>;
}

/** Declares a command whose `run` gets its options and arguments by type; `run.ts` has checked them. */
export function defineCommand<
  const Options extends CommandOptions,
  const Arguments extends CommandArguments = readonly [],
>(
  command: Omit<Command, 'options' | 'arguments' | 'run'> & {
    readonly options: Options;
    readonly arguments?: Arguments;
    run(values: CommandValues<Options, Arguments>, ctx: CommandContext): Promise<CommandResult>;
  },
): Command {
  return {
    ...command,
    run: async (typed, ctx) => command.run(readValues(command, typed), ctx),
  };
}

/** @throws {CommandError} for a text that is wrong. */
export function readValues<Options extends CommandOptions, Arguments extends CommandArguments>(
  declared: { readonly options: Options; readonly arguments?: Arguments },
  typed: TypedValues,
): CommandValues<Options, Arguments> {
  const read = (name: string, spelled: string, { read: make }: { read?: ReadText<unknown> }) => {
    const value = typed[name] ?? null;
    return [name, make && typeof value === 'string' ? make(value, spelled) : value] as const;
  };
  const values = [
    ...(declared.arguments ?? []).map((one) => read(one.name, `<${one.name}>`, one)),
    ...Object.entries(declared.options).map(([name, one]) => read(name, `--${name}`, one)),
  ];
  // They are read as this command's own options and arguments declare it.
  return Object.fromEntries(values) as CommandValues<Options, Arguments>;
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
