import { Schema } from 'mongoose';
import type { StoredAs } from './kinds';
import { absentMembers, type DocumentOf, type ItemOf, type Resource } from './resource';

const mongooseTypes: Readonly<Record<StoredAs, unknown>> = {
  text: String,
  number: Number,
  int64: BigInt,
  flag: Boolean,
  time: Date,
  texts: [String],
  mixed: Schema.Types.Mixed,
};

type Paths<R extends Resource> = Readonly<Record<keyof DocumentOf<R>, object>>;

/** The paths of a resource's mongoose schema; the store adds those that no item has. */
export function pathsOf<R extends Resource>({ members }: R): Paths<R> {
  const paths = Object.entries(members).map(([name, { is, absent }]) => {
    const type = mongooseTypes[is.stored];
    return [
      name === 'id' ? '_id' : name,
      absent === undefined ? { type } : { type, default: absent },
    ];
  });
  // A path for each member, `_id` for the id.
  return Object.fromEntries(paths) as Paths<R>;
}

/** Makes the function that reads a stored document: a member that an older document lacks has its absent value. */
export function readerOf<R extends Resource>(resource: R): (document: DocumentOf<R>) => ItemOf<R> {
  const absent: Readonly<Record<string, unknown>> = absentMembers(resource);
  const names = Object.keys(resource.members).filter((name) => name !== 'id');
  return (document) => {
    const stored: Readonly<Record<string, unknown>> = document;
    const item: Record<string, unknown> = { id: document._id };
    for (const name of names) item[name] = stored[name] ?? absent[name];
    // All members of the table, from a document that was written by the table's schema.
    return item as ItemOf<R>;
  };
}
