import { isUuid, toId } from '../id';
import { CommandError } from './command';

/** @throws {CommandError} for a text that is no id. @param noun for example `a site` */
export function parseId(text: string, noun: string): string {
  if (!isUuid(text)) throw new CommandError(`${text} is no id of ${noun}: it has 32 hex digits`, 2);
  return toId(text);
}
