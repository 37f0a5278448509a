const mostBytes = 255;

/** The name that copies have in common: that of a copy is without its number. */
export const copiedNameOf = (name: string): string => name.replace(/ \(\d{1,9}\)$/, '');

/**
 * The name of a copy: the copied one with the first number, from 2 on, that is free.
 *
 * @param taken names of other campaigns
 */
export function copyNameOf(name: string, taken: ReadonlySet<string>): string {
  const copied = copiedNameOf(name);
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`;
    const copy = `${cutToBytes(copied, mostBytes - ending.length)}${ending}`;
    if (!taken.has(copy)) return copy;
  }
}

/** Cuts between characters. */
function cutToBytes(text: string, most: number): string {
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    cut += character;
  }
  return cut;
}
