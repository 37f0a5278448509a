/**
 * Makes a refresh of a read and of what takes its answer. Several may be under way at once: an answer is dropped where
 * that of a read that began later has been taken, else it would bring back what was there before.
 */
export function newestRead<Found>(
  read: () => Promise<Found>,
  take: (found: Found) => void,
): () => Promise<void> {
  let begun = 0;
  let taken = 0;
  return async () => {
    begun += 1;
    const own = begun;
    const found = await read();
    if (own < taken) return;
    taken = own;
    take(found);
  };
}
