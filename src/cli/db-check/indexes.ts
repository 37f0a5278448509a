import type { Connection } from 'mongoose';
import type { Config } from '../../config';
import { createStores, type IndexedModel } from '../../stores';
import { type Finding, ok, problem } from '../doctor/finding';

/** Whether the database has every index that this version asks for; others, as of shard keys, do no harm. */
export async function checkIndexes(db: Connection, config: Config): Promise<Finding> {
  const stores = createStores(db, { config, contentFolder: null, now: () => new Date() });
  const models = Object.values(stores).flatMap(
    (store: { readonly models: readonly IndexedModel[] }) => store.models,
  );
  const missing: string[] = [];
  for (const model of models) {
    const { toCreate } = await model.diffIndexes();
    for (const fields of toCreate)
      missing.push(`${model.collection.name} ${JSON.stringify(fields)}`);
  }
  if (missing.length > 0)
    return problem(
      'indexes',
      `missing: ${missing.join(', ')}`,
      'start a gateway of this version: it makes them',
    );
  return ok('indexes', `those of ${models.length} collections are there`);
}
