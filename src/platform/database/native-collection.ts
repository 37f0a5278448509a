import type { Model, mongo } from 'mongoose';

/** The driver's own collection of a model: for writes of many documents that mongoose need not look at. */
export function nativeCollection<Document extends { readonly _id: string }>({
  db,
  collection,
}: Pick<Model<Document>, 'db' | 'collection'>): mongo.Collection<Document> {
  return db.collection<Document>(collection.collectionName);
}
