import { invalid } from '../../errors';
import { assertShortSearch } from '../../platform/lists/table';

/** Things that are searched, or put in order by a column of theirs or by figures. */
export const mostSearched = 10_000;
const longestSearch = 255;

/** @throws {AppError} `VALIDATION_FAILED` */
export function parseSearch(search: string | null | undefined): string {
  const given = search ?? '';
  assertShortSearch(given, longestSearch);
  return given;
}

/** Makes a test of texts: true for those that have a part, in capitals or not. */
export function havingPart(search: string): (text: string) => boolean {
  const part = foldCase(search);
  return (text) => foldCase(text).includes(part);
}

/** A letter is the same in capitals, and in each way of writing its accent. */
const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();

/** @throws {AppError} `VALIDATION_FAILED` where there are more things than are put in order. */
export function assertSearchable(count: number, noun: string): void {
  if (count > mostSearched)
    throw invalid({ statuses: [`must leave at most ${mostSearched} ${noun} for this order`] });
}
