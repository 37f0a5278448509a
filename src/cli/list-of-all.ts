import type { ServiceContext } from '../context';
import { type AllParams, mostOfAll } from '../platform/lists/all';
import type { CommandContext, CommandResult } from './command';
import { uriOption } from './db/database';
import { readId } from './option-text';
import { withServices } from './services';

/** The options that every list of everybody's things has. */
export const listOptions = {
  after: { value: '<id>', description: 'only those behind this one' },
  uri: uriOption,
} as const;

export const listDetails = `At most ${mostOfAll} of them; the next ones are those --after the last id.`;

/** How a list finds things and shows each of them. */
export interface ListedAs<Item, Shown> {
  readonly find: (services: ServiceContext, params: AllParams) => Promise<readonly Item[]>;
  /** For `--json`. */
  readonly toJson: (item: Item) => Shown;
  readonly toLine: (shown: Shown) => string;
}

/** @throws {CommandError} for an `--after` that is no id. */
export async function listAll<Item, Shown>(
  noun: string,
  { after, uri }: Readonly<Record<keyof typeof listOptions, string | null>>,
  ctx: CommandContext,
  { find, toJson, toLine }: ListedAs<Item, Shown>,
): Promise<CommandResult> {
  const params = { first: mostOfAll, afterId: readId('--after', after) };
  const items = await withServices({ uri }, ctx, (services) => find(services, params));
  const shown = items.map(toJson);
  return {
    text: shown.length === 0 ? `no ${noun}` : shown.map(toLine).join('\n'),
    json: { [noun]: shown },
  };
}
