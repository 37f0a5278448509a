import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import {
  batchLimits,
  readDocumentFile,
  splitDocuments,
  writeDocumentFile,
} from '../../../src/cli/db/document-file';
import { temporaryFolder } from '../support';

const encode = (document: mongoose.mongo.Document) =>
  Buffer.from(mongoose.mongo.BSON.serialize(document));
const folder = temporaryFolder();

async function* streamOf<Item>(...items: readonly Item[]): AsyncGenerator<Item, void> {
  for (const item of items) yield await Promise.resolve(item);
}

async function toArray<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const array: Item[] = [];
  for await (const item of items) array.push(item);
  return array;
}

async function documentsIn(...chunks: readonly Buffer[]): Promise<readonly string[]> {
  const groups = await toArray(splitDocuments(streamOf(...chunks)));
  return groups.flat().map((bytes) => bytes.toString('hex'));
}

describe('splitDocuments', () => {
  const documents = [encode({}), encode({ a: 1 }), encode({ text: 'some text' })];
  const all = Buffer.concat(documents);
  const expected = documents.map((bytes) => bytes.toString('hex'));

  it('gives the same documents wherever the stream is cut in three', async () => {
    for (let first = 0; first <= all.length; first += 1)
      for (let next = first; next <= all.length; next += 1) {
        const chunks = [all.subarray(0, first), all.subarray(first, next), all.subarray(next)];
        expect(await documentsIn(...chunks)).toEqual(expected);
      }
  });

  it('gives the same documents byte by byte', async () => {
    const bytes = Array.from({ length: all.length }, (_, at) => all.subarray(at, at + 1));
    expect(await documentsIn(...bytes)).toEqual(expected);
  });

  it('refuses a stream that ends anywhere but between documents', async () => {
    const ends = new Set([0, 5, 5 + documents[1]!.length, all.length]);
    for (let end = 0; end < all.length; end += 1) {
      const attempt = documentsIn(all.subarray(0, end));
      if (ends.has(end)) await expect(attempt).resolves.toBeDefined();
      else await expect(attempt).rejects.toThrow('it ends inside a document');
    }
  });
});

describe('readDocumentFile', () => {
  const signal = new AbortController().signal;
  const mib = 1 << 20;
  const small = encode({ a: 1 });
  const large = encode({ bytes: Buffer.alloc(7 * mib) });
  const largest = encode({ bytes: Buffer.alloc(16 * mib - 22) });

  it.each([
    ['no documents', [], []],
    ['a thousand', Array.from({ length: 1_000 }, () => small), [1_000]],
    ['one more', Array.from({ length: 1_001 }, () => small), [1_000, 1]],
    ['more than 16 MiB', [large, large, large, small], [2, 2]],
    ['the largest ones', [small, largest, largest, small], [1, 1, 1, 1]],
  ])('reads %s in batches within the limits', async (name, documents, sizes) => {
    const path = join(folder, name);
    const summary = await writeDocumentFile(path, streamOf(documents), signal);
    expect(summary.documents).toBe(documents.length);
    const batches = await toArray(readDocumentFile(path, summary));
    expect(batches.map(({ length }) => length)).toEqual(sizes);
    expect(Buffer.concat(batches.flat()).equals(Buffer.concat(documents))).toBe(true);
    for (const batch of batches) {
      const bytes = batch.reduce((sum, document) => sum + document.length, 0);
      expect(batch.length === 1 || bytes <= batchLimits.bytes).toBe(true);
    }
  });

  it('writes over nothing', async () => {
    const path = join(folder, 'twice');
    await writeDocumentFile(path, streamOf([small]), signal);
    await expect(writeDocumentFile(path, streamOf([small]), signal)).rejects.toThrow('EEXIST');
  });
});
