import mongoose from 'mongoose';
import type { Db } from '../support';

const {
  Binary,
  BSON,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} = mongoose.mongo;

const values: Readonly<Record<string, unknown>> = {
  'a double that is whole': new Double(5),
  'minus zero': new Double(-0),
  'not a number': new Double(NaN),
  'the smallest double': new Double(5e-324),
  infinity: new Double(-Infinity),
  'an int32': new Int32(5),
  'a small int64': Long.fromNumber(5),
  'the greatest int64': Long.MAX_VALUE,
  'the least int64': Long.MIN_VALUE,
  'a decimal with trailing zeros': Decimal128.fromString('1.500E+6100'),
  'a decimal that is not a number': Decimal128.fromString('NaN'),
  'an empty text': '',
  'a text with nulls': 'a\0b\u{1f600}',
  'a binary': new Binary(Buffer.from('00ff', 'hex'), 0),
  'an old binary': new Binary(Buffer.from('00ff', 'hex'), 2),
  'a UUID': new UUID('01234567-89ab-4cde-8f01-23456789abcd'),
  'a binary of our own': new Binary(Buffer.alloc(0), 0x80),
  'an object id': new ObjectId('0123456789abcdef01234567'),
  true: true,
  false: false,
  null: null,
  'a date before 1970': new Date(-1),
  'a date': new Date('2026-02-03T04:05:06.789Z'),
  'a regular expression': new BSONRegExp('^a/b$', 'imsx'),
  code: new Code('return 1'),
  'a timestamp': new Timestamp({ t: 4_294_967_295, i: 1 }),
  'the least key': new MinKey(),
  'the greatest key': new MaxKey(),
  'an empty document': {},
  'an empty array': [],
  nested: { array: [new Double(1), [new Int32(1), { deep: Long.ONE }]], empty: { inner: {} } },
  'names that are special': new Map<string, unknown>([
    ['b', 1],
    ['10', 2],
    ['9', 3],
    ['', 4],
    ['with.dot', 5],
    ['$dollar', 6],
    ['__proto__', 7],
  ]),
};

/** A NaN with a sign and a payload, which no JavaScript number can be told to have. */
function oddNaN(): Buffer {
  const bytes = Buffer.from(BSON.serialize({ _id: 'odd NaN', value: new Double(1) }));
  bytes.writeBigUInt64LE(0xfff8_0000_dead_beefn, bytes.length - 9);
  return bytes;
}

/** One encoded document for every type, and for every trap on its way through JavaScript. */
export function documentsOfEveryType(): readonly Buffer[] {
  return [
    ...Object.entries(values).map(([_id, value]) =>
      Buffer.from(
        BSON.serialize(
          new Map([
            ['_id', _id as unknown],
            ['value', value],
          ]),
        ),
      ),
    ),
    oddNaN(),
    ...[new Int32(1), new Double(1.5), null, { a: 1 }, new ObjectId(), new Date(0), true].map(
      (_id) => Buffer.from(BSON.serialize({ _id })),
    ),
  ];
}

export const eventCount = 5_000;
const days = 86_400_000;

/** A database as a gateway might leave it, and what a gateway would not: names, sizes, emptiness. */
export async function fillDatabase(db: Db): Promise<void> {
  const events = Array.from({ length: eventCount }, (_, n) => ({
    _id: `event-${String(n)}`,
    n,
    publisherId: n % 7,
    at: new Date(Date.now() + n * 1000),
    url: `https://news.example/${String((n * 7919) % eventCount)}`,
    money: Long.fromNumber(n).multiply(1_000_003),
    ...(n % 3 === 0 && { code: `code-${String(n)}` }),
  }));
  await db.collection<{ _id: string }>('events').insertMany(events);
  await db.command({
    createIndexes: 'events',
    indexes: [
      { name: 'unique', key: { url: 1 }, unique: true },
      { name: 'sparse', key: { code: -1 }, sparse: true, unique: true },
      { name: 'expiry', key: { at: 1 }, expireAfterSeconds: (30 * days) / 1000 },
      { name: 'compound', key: { publisherId: 1, at: -1, 'deep.path': 1 } },
      {
        name: 'partial',
        key: { n: 1 },
        partialFilterExpression: { money: { $gt: Long.fromNumber(9) }, at: { $gt: new Date(0) } },
      },
    ],
  });
  await db.collection('events.archive.2025').insertOne({ dots: 'in the name' });
  await db.collection('Events').insertOne({ capital: 'in the name' });
  await db.collection('a/b c: ä').insertOne({ signs: 'in the name' });
  await db.createCollection('empty');
  await db.createCollection('empty with an index');
  await db.collection('empty with an index').createIndex({ a: 1 }, {}, {});
  await fillLarge(db);
}

/** The largest document that there may be, and more than one batch of large ones. */
async function fillLarge(db: Db): Promise<void> {
  const frame = BSON.serialize({ _id: 'largest', text: '' }).length;
  const documents = [
    { _id: 'largest', text: 'x'.repeat((16 << 20) - frame) },
    ...[1, 2, 3].map((n) => ({ _id: `large ${String(n)}`, bytes: Buffer.alloc(9 << 20, n) })),
  ];
  for (const document of documents)
    await db.collection<{ _id: string }>('large').insertOne(document);
}
