import type { mongo } from 'mongoose';

/** Codes of a server that has no such collection, or no such index. @see MongoDB server, error_codes.yml */
const absentCodes: readonly unknown[] = [26, 27];

/** Drops an index by its name, if there is one. */
export async function dropIndex(
  collection: Pick<mongo.Collection, 'dropIndex'>,
  name: string,
): Promise<void> {
  try {
    await collection.dropIndex(name);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (!absentCodes.includes(code)) throw error;
  }
}
