import { type AllParams, mostOfAll } from '../platform/lists/all';
import type { CommandResult } from './command';
import { countUpTo, readId } from './option-text';

/** The option of every list of everybody's things. */
export const afterOption = {
  value: '<id>',
  description: 'only those behind this one',
  read: readId,
} as const;

export const listDetails = `At most ${mostOfAll} of them; the next ones are those --after the last id.`;

/** The slice of a list of everybody's things that `--after` asks for. */
export const sliceAfter = (afterId: string | null): AllParams => ({ first: mostOfAll, afterId });

const mostListed = 1_000;
export const usualLimit = 100;

export const limitOption = {
  value: '<number>',
  description: `1 to ${mostListed}; default ${usualLimit}`,
  read: countUpTo(mostListed),
} as const;

/** A list: a line for each of its items, and with `--json` the items under their noun. */
export function printList<Item>(
  noun: string,
  items: readonly Item[],
  toLine: (item: Item) => string,
): CommandResult {
  return {
    text: items.length === 0 ? `no ${noun}` : items.map(toLine).join('\n'),
    json: { [noun]: items },
  };
}
