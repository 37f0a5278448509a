/** Empties a short array. Setting its length is a call out of compiled code, and gives its memory back only to claim it again. */
export function empty(array: unknown[]): void {
  while (array.length > 0) array.pop();
}
