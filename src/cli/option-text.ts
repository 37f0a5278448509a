import { isUuid, toId } from '../id';
import { CommandError } from './command';

/** The id that an option gives; null where it is not given. @throws {CommandError} for a text that is none. */
export function readId(option: string, text: string | null): string | null {
  if (text === null) return null;
  if (!isUuid(text)) throw new CommandError(`${option} must be an id of 32 hex digits`, 2);
  return toId(text);
}

/** The value of a closed set that an option gives; null where it is not given. @throws {CommandError} */
export function readOneOf<Value extends string>(
  option: string,
  values: readonly Value[],
  text: string | null,
): Value | null {
  if (text === null) return null;
  const found = values.find((value) => value === text);
  if (!found) throw new CommandError(`${option} must be one of ${values.join(', ')}`, 2);
  return found;
}

/** How much of a list is wanted. @throws {CommandError} */
export function readLimit(
  text: string | null,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  return readCount('--limit', text, most) ?? usual;
}

/** A whole number from 1 on that an option gives; null where it is not given. @throws {CommandError} */
export function readCount(option: string, text: string | null, most: number): number | null {
  if (text === null) return null;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most)
    throw new CommandError(`${option} must be a whole number from 1 to ${most}`, 2);
  return count;
}
