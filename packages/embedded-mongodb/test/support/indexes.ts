import type { mongo } from 'mongoose';
import { sharedClient } from './client';

/** `sharedClient` with collections, one for each test, and `createIndexes` as a command. */
export function sharedCollections() {
  const { client, db } = sharedClient();
  let collections = 0;
  const aCollection = (): mongo.Collection => {
    collections += 1;
    return db().collection(`indexed${collections}`);
  };
  const createIndexes = (
    { collectionName }: mongo.Collection,
    ...indexes: mongo.Document[]
  ): Promise<mongo.Document> => db().command({ createIndexes: collectionName, indexes });
  return { client, db, aCollection, createIndexes };
}

/** The index that a find uses, or the stage without one. */
export async function planOf(
  find: mongo.FindCursor,
): Promise<{ index: string; isSorted: boolean }> {
  const { queryPlanner } = (await find.explain('queryPlanner')) as { queryPlanner: mongo.Document };
  let stage = queryPlanner['winningPlan'] as mongo.Document;
  const isSorted = stage['stage'] === 'SORT';
  if (isSorted) stage = stage['inputStage'] as mongo.Document;
  const scan = (stage['inputStage'] ?? stage) as mongo.Document;
  return { index: String(scan['indexName'] ?? scan['stage']), isSorted };
}
