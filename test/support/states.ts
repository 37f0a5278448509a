/** A minute of a noon that histories begin at. */
export const minute = (count: number) => new Date(Date.UTC(2026, 4, 1, 12, count));

interface StoreOfStates {
  readonly models: readonly {
    readonly collection: { updateOne(filter: never, update: object): Promise<unknown> };
  }[];
}

/** Gives a document's history entries of earlier changes, in one update where changes would take one each. */
export async function addStates(
  store: StoreOfStates,
  id: string,
  entries: readonly { readonly at: Date }[],
): Promise<void> {
  const update = { $push: { states: { $each: entries } } };
  await store.models[0]!.collection.updateOne({ _id: id } as never, update);
}
