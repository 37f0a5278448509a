import { AppError } from '../errors';
import { isUuid, toId } from '../id';
import { parseReason } from '../reason';
import { parseTime } from '../time';
import { CommandError, type ReadText } from './command';

/** The id that an option gives. @throws {CommandError} for a text that is none. */
export const readId: ReadText<string> = (text, name) => {
  if (!isUuid(text)) throw new CommandError(`${name} must be an id of 32 hex digits`, 2);
  return toId(text);
};

/** @param noun for example `a site` */
export function readIdOf(noun: string): ReadText<string> {
  return (text, name) => {
    if (!isUuid(text))
      throw new CommandError(`${name} is no id of ${noun}: it has 32 hex digits`, 2);
    return toId(text);
  };
}

/** Reads a text as services do, before they are asked: what they refuse is a wrong command line. */
export function readBy<Value>(parse: (text: string) => Value): ReadText<Value> {
  return (text, name) => {
    try {
      return parse(text);
    } catch (error) {
      throw toWrongLine(error, () => name);
    }
  };
}

/**
 * The error of a wrong command line for texts that services refuse; any other error as it is.
 *
 * @param spell tells how the option or argument of a member is typed
 */
export function toWrongLine(error: unknown, spell: (member: string) => string): unknown {
  if (!(error instanceof AppError) || error.details === undefined) return error;
  const said = Object.entries(error.details).map(
    ([member, problems]) => `${spell(member)} ${problems.join(', ')}`,
  );
  return new CommandError(said.join('; '), 2, { cause: error });
}

export const readReason = readBy(parseReason);

/** The reason of a decision on an account, or on a thing of it. */
export const reasonOption = {
  value: '<text>',
  isRequired: true,
  description: 'why; its owner reads it',
  read: readReason,
} as const;

/** A value of a closed set. */
export function readOneOf<Value extends string>(values: readonly Value[]): ReadText<Value> {
  return (text, name) => {
    const found = values.find((value) => value === text);
    if (!found) throw new CommandError(`${name} must be one of ${values.join(', ')}`, 2);
    return found;
  };
}

/** A whole number from 1 on. */
export function countUpTo(most: number): ReadText<number> {
  return (text, name) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (count < 1 || count > most)
      throw new CommandError(`${name} must be a whole number from 1 to ${most}`, 2);
    return count;
  };
}

/** @throws {CommandError} for a text that is no time. */
export const readTime: ReadText<Date> = (text, name) => {
  const time = parseTime(text);
  if (time === null)
    throw new CommandError(`${name} must be a time such as 2026-02-09T12:00:00Z`, 2);
  return time;
};
