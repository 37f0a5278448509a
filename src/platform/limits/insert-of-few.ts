import { oneByOne } from '../../turns';

/** A thing that an account may have few of. */
export interface OneOfFew<Made> {
  /** How many the account has. */
  readonly count: () => Promise<number>;
  readonly most: number;
  readonly insert: () => Promise<Made>;
  readonly remove: (made: Made) => Promise<unknown>;
  /** The error where there are as many as may be. */
  readonly refusal: () => Error;
}

/**
 * Makes a thing that an account may have few of. Those of one key go one by one in this process: many at once would all find too many,
 * and all give way.
 *
 * @throws the refusal, and what counting and inserting throw
 */
export function insertOfFew<Made>(
  key: string,
  { count, most, insert, remove, refusal }: OneOfFew<Made>,
): Promise<Made> {
  return oneByOne(key, async () => {
    if ((await count()) >= most) throw refusal();
    const made = await insert();
    // Another gateway may have made one at the same time: whoever finds too many gives way.
    if ((await count()) <= most) return made;
    await remove(made);
    throw refusal();
  });
}
