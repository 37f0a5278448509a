import { userInfo } from 'node:os';
import { isUuid, toId } from '../id';
import { toEmail } from '../identity/accounts/email';
import type { Change } from '../identity/audit/audit-entry';
import type { CommandLine } from './command';

/** Last words of commands that only look. */
const lookingWords: ReadonlySet<string> = new Set([
  'check',
  'doctor',
  'list',
  'show',
  'statement',
  'statistics',
  'suspects',
]);

/** Options that say how, or where, and not what; the URI of a database may have a password. */
const otherOptions: ReadonlySet<string> = new Set(['help', 'json', 'uri']);

/** A command as the audit log tells it; null for one that changes nothing. Secrets never stand in a command line. */
export function changeOf({ command, values }: CommandLine): Change | null {
  const words = command.name.split(' ');
  const [noun = ''] = words;
  if (words.slice(-1).some((last) => lookingWords.has(last))) return null;
  // Without `--apply` a command that has it shows what it would do.
  if (values['apply'] === false) return null;
  const named = namedBy({ command, values });
  const id = named !== null && isUuid(named) ? toId(named) : null;
  return {
    operation: command.name,
    accountId: null,
    actingForId: null,
    credential: 'command',
    tokenId: null,
    clientId: null,
    systemUser: findUser(),
    network: null,
    objectKind: id === null ? null : kindOf(noun),
    objectId: id,
    objectName: null,
    members: Object.entries(values)
      .filter(([name, value]) => value !== null && value !== false && !otherOptions.has(name))
      .map(([name, value]) => ({ name, value: String(value), before: null })),
  };
}

/** The email by which a command names an account; null where it names none so. */
export function emailNamedBy(line: CommandLine): string | null {
  const named = namedBy(line);
  const [first] = line.command.arguments ?? [];
  return first?.name === 'email' && named !== null && !isUuid(named) ? toEmail(named) : null;
}

function namedBy({ command, values }: Pick<CommandLine, 'command' | 'values'>): string | null {
  const [first] = command.arguments ?? [];
  const named = first && values[first.name];
  return typeof named === 'string' ? named : null;
}

function kindOf(noun: string): string {
  if (noun === 'user') return 'Account';
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
}

/** Containers may run a program as a user without a name. */
function findUser(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
