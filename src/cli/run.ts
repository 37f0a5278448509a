import { parseArgs } from 'node:util';
import { parseConfig } from '../config';
import { readProgramVersion } from '../platform/process/program-version';
import { fillSettings, readSettings } from '../settings-file';
import { readTrialSettings } from '../start/trial-settings';
import {
  type Command,
  type CommandContext,
  CommandError,
  type CommandOption,
  type CommandOptions,
} from './command';
import { describeFailure, interruptedExitCode } from './failure';
import { commands } from './index';
import { programs } from './programs';
import { toSeen } from './seen-text';

export interface CliContext extends Omit<CommandContext, 'commandLine'> {
  /** Writes to standard output. */
  print(text: string): void;
}

/** Most words of a command’s name: what it is about, a part of that, and what to do. */
const mostWords = 3;

/** Options that every command has. */
const commonOptions: CommandOptions = {
  json: { description: 'print the result, or the failure, as one line of JSON' },
  help: { short: 'h', description: 'show this' },
};

/** An option as `parseArgs` has found it. */
interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** By name; null for a value that was not given. */
type Values = Readonly<Record<string, string | boolean | null>>;

/**
 * Runs one command line; results go to `print`, a failure is one `note`, both as `toSeen` spells them.
 *
 * @returns the exit code: 0; 1 when the command failed; 2 when the command line is wrong; 128 and the number of
 * the signal that interrupted it.
 */
export async function runCli(argv: readonly string[], terminal: CliContext): Promise<number> {
  const ctx: CliContext = {
    ...terminal,
    print: (text) => terminal.print(toSeen(text)),
    note: (line) => terminal.note(toSeen(line)),
  };
  const isJson = argv.includes('--json');
  try {
    const { printed, exitCode = 0 } = await run(argv, ctx);
    ctx.print(printed);
    return exitCode;
  } catch (error) {
    const message = describeFailure(error, ctx);
    if (isJson) ctx.print(`${JSON.stringify({ error: { message } })}\n`);
    ctx.note(message);
    if (ctx.signal.aborted) return interruptedExitCode(ctx.signal);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

interface Outcome {
  readonly printed: string;
  /** Default: 0. */
  readonly exitCode?: 1 | undefined;
}

async function run(argv: readonly string[], ctx: CliContext): Promise<Outcome> {
  const firstOption = argv.findIndex((argument) => argument.startsWith('-'));
  const words = firstOption === -1 ? argv : argv.slice(0, firstOption);
  const command = commandOf(words);
  if (!command) {
    if (words.length === 0 && argv.includes('--version'))
      return { printed: `${readProgramVersion()}\n` };
    const near = [...commands].filter(([known]) => known.startsWith(`${words[0]} `));
    if (argv.includes('--help') || argv.includes('-h'))
      return { printed: near.length === 0 ? generalHelp() : listOf(near) };
    const problem =
      words.length === 0 ? 'a command is missing' : `no command "${words.slice(0, 2).join(' ')}"`;
    const names = near.map(([known]) => known).join(', ');
    const known = names === '' ? '`adgate --help` lists them' : `there are ${names}`;
    throw new CommandError(`${problem}: ${known}`, 2);
  }
  const values = readValues(command, argv.slice(command.name.split(' ').length));
  if (values['help'] === true) return { printed: helpOf(command) };
  const { text, json, exitCode } = await command.run(values, {
    ...ctx,
    env: settingsOf(values, ctx.env),
    commandLine: { command, values },
  });
  return { printed: `${values['json'] === true ? JSON.stringify(json) : text}\n`, exitCode };
}

/** The settings of the environment, and on a data folder those of a server of `npm start` that runs there. */
function settingsOf({ uri = null }: Values, env: CliContext['env']): CliContext['env'] {
  const settings = readSettings(env);
  const { mongodbUri, dataFolder } = parseConfig(settings);
  return uri !== null || mongodbUri !== null
    ? settings
    : fillSettings(settings, readTrialSettings(dataFolder));
}

/** The command with the longest name that the words begin with. */
function commandOf(words: readonly string[]): Command | null {
  for (let count = mostWords; count > 0; count -= 1) {
    const command = commands.get(words.slice(0, count).join(' '));
    if (command) return command;
  }
  return null;
}

/** @throws {CommandError} naming the one option or argument that is wrong or missing. */
function readValues(command: Command, args: readonly string[]): Values {
  const options: CommandOptions = { ...command.options, ...commonOptions };
  const wrong = (problem: string) =>
    new CommandError(`${problem}: see \`adgate ${command.name} --help\``, 2);
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, short }]) => [
        name,
        {
          type: value === undefined ? 'boolean' : 'string',
          ...(short !== undefined && { short }),
        } as const,
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string | true>();
  const texts: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') texts.push(token.value);
    if (token.kind !== 'option') continue;
    given.set(token.name, readOption(token, options, { isRepeated: given.has(token.name), wrong }));
  }
  const expected = command.arguments ?? [];
  const unexpected = texts[expected.length];
  if (unexpected !== undefined) throw wrong(`"${unexpected}" is not expected`);
  const missing = findMissing(command, given, texts);
  if (missing !== null && !given.has('help')) throw wrong(`${missing} is missing`);
  return Object.fromEntries([
    ...Object.entries(options).map(
      ([name, { value }]) =>
        [name, given.get(name) ?? (value === undefined ? false : null)] as const,
    ),
    ...expected.map(({ name }, at) => [name, texts[at] ?? null] as const),
  ]);
}

/** How the first thing that must be there and is not is written. */
function findMissing(
  { arguments: expected = [], options }: Command,
  given: ReadonlyMap<string, unknown>,
  texts: readonly string[],
): string | null {
  const argument = expected.find((_, at) => texts[at] === undefined || texts[at] === '');
  if (argument) return `<${argument.name}>`;
  const option = Object.entries(options).find(
    ([name, { isRequired }]) => isRequired === true && !given.has(name),
  );
  return option ? `--${option[0]}` : null;
}

function readOption(
  token: OptionToken,
  options: CommandOptions,
  how: { readonly isRepeated: boolean; readonly wrong: (problem: string) => CommandError },
): string | true {
  const { name, rawName, value, inlineValue } = token;
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) throw how.wrong(`no option ${rawName}`);
  if (how.isRepeated) throw how.wrong(`${rawName} is there twice`);
  if (option.value === undefined) {
    if (value !== undefined) throw how.wrong(`${rawName} takes no value`);
    return true;
  }
  // A value that looks like an option is one: the value was forgotten. `--to=-x` can still be said.
  const isForgotten = inlineValue !== true && value?.startsWith('-') === true;
  if (value === undefined || value === '' || isForgotten)
    throw how.wrong(`${rawName} needs ${option.value}`);
  return value;
}

type Listed = readonly [string, { readonly summary: string }];

const nameWidth = Math.max(...[...commands.keys()].map((name) => name.length)) + 2;
const lineOf = ([name, { summary }]: Listed) => `  ${name.padEnd(nameWidth)} ${summary}`;
const moreHelp =
  '`adgate <command> --help` shows its options, `adgate --version` the version. Exit codes: 0 done, 1 failed, 2 wrong command line.';

function generalHelp(): string {
  return [
    'Usage: adgate <command> [arguments] [options]',
    '',
    'Programs that run till they are stopped, with settings from the environment:',
    ...[...programs].map(lineOf),
    '',
    'Commands that do something and end:',
    ...[...commands].map(lineOf),
    '',
    moreHelp,
    '',
  ].join('\n');
}

/** Commands that are about one thing. */
const listOf = (near: readonly Listed[]): string =>
  [...near.map(lineOf), '', moreHelp, ''].join('\n');

function helpOf(command: Command): string {
  const { name, summary, details, arguments: expected = [], options } = command;
  const all = Object.entries<CommandOption>({ ...options, ...commonOptions });
  const spelled = (option: string, { value }: CommandOption) =>
    value === undefined ? `--${option}` : `--${option} ${value}`;
  const usage = all.map(([option, its]) =>
    its.isRequired === true ? spelled(option, its) : `[${spelled(option, its)}]`,
  );
  const lines = [
    ...expected.map((argument) => [`<${argument.name}>`, argument.description] as const),
    ...all.map(([option, its]) => [spelled(option, its), its.description] as const),
  ];
  const width = Math.max(...lines.map(([left]) => left.length)) + 2;
  return [
    `Usage: adgate ${[name, ...expected.map((argument) => `<${argument.name}>`), ...usage].join(' ')}`,
    '',
    summary,
    '',
    details,
    '',
    ...lines.map(([left, description]) => `  ${left.padEnd(width)} ${description}`),
    '',
  ].join('\n');
}
