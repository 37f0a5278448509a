import { expect, it } from '@jest/globals';
import { Schema } from 'mongoose';
import { createIndexesOf } from '../../src/assembly/stores';
import { openDatabase } from '../../src/platform/database/connection';
import { freshDatabase } from '../support/database';

it('an index that cannot be built stops the start, and the next start builds what is left', async () => {
  const db = await openDatabase(await freshDatabase());
  try {
    const schema = new Schema({ a: Number, b: Number, c: Number })
      .index({ a: 1 })
      .index({ b: 1 }, { unique: true })
      .index({ c: 1 });
    const model = db.model('Thing', schema, 'things');
    const prepare = () => createIndexesOf([{ models: [model] }], db);
    const names = async () => (await model.collection.indexes()).map(({ name }) => name).sort();
    const twice = await model.collection.insertMany([{ b: 1 }, { b: 1 }]);
    await expect(prepare()).rejects.toMatchObject({ code: 11_000 });
    expect(await names()).not.toContain('b_1');
    await model.collection.deleteOne({ _id: twice.insertedIds[0]! });
    await prepare();
    await prepare();
    expect(await names()).toEqual(['_id_', 'a_1', 'b_1', 'c_1']);
    await expect(model.collection.insertOne({ b: 1 })).rejects.toMatchObject({ code: 11_000 });
  } finally {
    await db.close();
  }
});
