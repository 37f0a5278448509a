import type { Connection } from 'mongoose';
import { createIndexesOf, type IndexedModel } from '../../assembly/stores';
import { type Finding, ok, problem } from '../../platform/findings/finding';

type Stores = Readonly<Record<string, { readonly models: readonly IndexedModel[] }>>;

/** Checks that the database has every index that this version asks for. Other indexes, as of shard keys, do no harm. */
export async function checkIndexes(
  stores: Stores,
  { db, mayFix }: { readonly db: Connection; readonly mayFix: boolean },
): Promise<Finding> {
  const check = 'indexes';
  const models = Object.values(stores).flatMap((store) => store.models);
  const missing: string[] = [];
  for (const model of models) {
    const { toCreate } = await model.diffIndexes();
    for (const fields of toCreate)
      missing.push(`${model.collection.name} ${JSON.stringify(fields)}`);
  }
  if (missing.length === 0) return ok(check, `those of ${models.length} collections are there`);
  if (mayFix) {
    await createIndexesOf(Object.values(stores), db);
    return ok(check, `made: ${missing.join(', ')}`);
  }
  return problem(check, `missing: ${missing.join(', ')}`, 'adgate doctor --fix');
}
