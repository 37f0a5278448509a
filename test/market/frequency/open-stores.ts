import { createFrequencyShareStore } from '../../../src/market/frequency/frequency-share.store';
import { createFrequencySliceStore } from '../../../src/market/frequency/frequency-slice.store';
import { openDatabase } from '../../../src/platform/database/connection';
import { freshDatabase } from '../../support/database';

export type OpenStores = Awaited<ReturnType<typeof openStores>>;

/** Opens the stores of counts in a database of their own. */
export async function openStores() {
  const db = await openDatabase(await freshDatabase());
  const frequencyShares = createFrequencyShareStore(db);
  const frequencySlices = createFrequencySliceStore(db);
  return {
    frequencyShares,
    frequencySlices,
    async idsOfShares(): Promise<readonly string[]> {
      const ids: string[] = [];
      for await (const { id } of frequencyShares.stream(new Date(0), new Date(8.64e15)))
        ids.push(id);
      return ids;
    },
    async empty(): Promise<void> {
      for (const { models } of [frequencyShares, frequencySlices])
        for (const model of models) await model.collection.deleteMany({});
    },
    close: () => db.close(),
  };
}
