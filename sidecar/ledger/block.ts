/** Seconds from one block to the next; a block is named by the Unix time it starts at. */
export const blockSeconds = 512;

/** Start of the block that `unixSeconds` falls into. */
export function blockTime(unixSeconds: number): number {
  return unixSeconds - (unixSeconds % blockSeconds);
}
