import { describe, expect, it } from '@jest/globals';
import {
  Binary,
  BSON,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'bson';
import {
  compareValues,
  copyMembers,
  decodeDocument,
  documentAt,
  encodeDocument,
  encodeKey,
  toMembers,
  type Value,
  valuesAt,
} from '../../src/bson/values';
import { isIdentical } from '../../src/bson/compare';
import { compileProject } from '../../src/query/projection';
import { doc, random } from '../support/documents';

/** A random value as a driver would be given it. */
function randomValue(depth: number): unknown {
  const text = (): string =>
    Array.from({ length: random(6) }, () => 'ab\0é\u{1F600}\uFFFDz'.charAt(random(8))).join('');
  const kinds: readonly (() => unknown)[] = [
    () => null,
    () => random(2) === 1,
    () => text().toWellFormed(),
    () => random(7) - 3,
    () =>
      [2 ** 31, -(2 ** 31), 2 ** 53, 2 ** 53 + 2, 0.1, -0.5, NaN, Infinity, -Infinity][random(9)],
    () => new Double([0, -0, 1, 5, -7][random(5)]!),
    () => Long.fromBigInt([0n, 1n, -1n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)][random(6)]!),
    () =>
      Decimal128.fromString(
        ['0', '1', '1.0', '-1', '0.1', '1E+6000', '-1E-6000', 'NaN', 'Infinity', '-Infinity']
          .concat(['9007199254740993', '9007199254740993.5', '-9007199254740993.5', '1E400'])
          .at(random(14))!,
      ),
    () => new Date([0, -1, 1, 8.64e15, -8.64e15][random(5)]!),
    () => new ObjectId(`${'0'.repeat(23)}${random(10)}`),
    () => new Binary(Buffer.from(text()), [0, 4, 128][random(3)]),
    () => new UUID(`00000000-0000-4000-8000-00000000000${random(10)}`),
    () => new Timestamp({ t: [0, 1, 2 ** 32 - 1][random(3)]!, i: [0, 7, 2 ** 32 - 1][random(3)]! }),
    () => new BSONRegExp(['a', 'b.*', '^é'][random(3)]!, ['', 'i', 'imsx'][random(4) % 3]),
    () => new Code(text().toWellFormed()),
    () => new MinKey(),
    () => new MaxKey(),
    () => Array.from({ length: random(4) }, () => randomValue(depth - 1)),
    () => randomObject(depth - 1),
  ];
  return kinds[random(depth > 0 ? kinds.length : kinds.length - 2)]!();
}

function randomObject(depth: number): Map<string, unknown> {
  const names = ['10', 'a', 'b', 'c.d', '__proto__', '$x', '', '2', 'constructor', 'é'];
  const picked = names.filter(() => random(3) === 0).sort(() => random(3) - 1);
  return new Map(picked.map((name) => [name, randomValue(depth)]));
}

it('copyMembers keeps those of some names, whatever there is beside them', () => {
  let kept = 0;
  for (let round = 0; round < 3000; round += 1) {
    const document = randomObject(3);
    const names = ['a', '__proto__', 'é', '10', 'absent'].filter(() => random(2) === 0);
    const wanted = new Map([...document].filter(([name]) => names.includes(name)));
    const copied = copyMembers(BSON.serialize(document), toMembers(names));
    expect(copied?.equals(BSON.serialize(wanted))).toBe(true);
    kept += wanted.size;
  }
  expect(kept).toBeGreaterThan(1000);
});

it('copyMembers keeps values of any length', () => {
  const long = { a: 'x'.repeat(100_000), b: 'y'.repeat(3_000_000), c: 1 };
  const copied = copyMembers(BSON.serialize(long), toMembers(['b', 'c']));
  expect(BSON.deserialize(copied!)).toEqual({ b: long.b, c: 1 });
});

it('copyMembers keeps members of documents in documents as decoding would, but none of arrays', () => {
  const project = compileProject(doc({ 'a.b': 1, 'a.10': 1, é: 1 }), { now: new Date(0) });
  const members = toMembers(['_id', 'a.b', 'a.10', 'é']);
  let kept = 0;
  for (let round = 0; round < 3000; round += 1) {
    const value = random(2) === 0 ? randomObject(2) : randomValue(3);
    const bytes = BSON.serialize(new Map([...randomObject(2), ['a', value]]));
    const decoded = decodeDocument(bytes);
    const copied = copyMembers(bytes, members);
    if (Array.isArray(decoded.get('a'))) expect(copied).toBeNull();
    else expect(copied?.equals(encodeDocument(project(decoded)))).toBe(true);
    const inner = decoded.get('a');
    if (inner instanceof Map && inner.has('b')) kept += 1;
  }
  expect(kept).toBeGreaterThan(300);
});

describe('decodeDocument and encodeDocument', () => {
  it('give back the bytes that a driver sent', () => {
    for (let round = 0; round < 3000; round += 1) {
      const sent = BSON.serialize(randomObject(4));
      expect(Buffer.from(encodeDocument(decodeDocument(sent))).equals(sent)).toBe(true);
    }
  });

  it('keep types, key order and odd keys apart', () => {
    const sent = BSON.serialize(
      new Map<string, unknown>([
        ['10', 5],
        ['9', new Double(5)],
        ['__proto__', 5n],
        ['x', 2 ** 31],
        ['d', new Double(-0)],
      ]),
    );
    const decoded = decodeDocument(sent);
    expect([...decoded.keys()]).toEqual(['10', '9', '__proto__', 'x', 'd']);
    expect(decoded.get('10')).toBe(5);
    expect(decoded.get('9')).toEqual(new Double(5));
    expect(decoded.get('__proto__')).toBe(5n);
    expect(decoded.get('x')).toBe(2 ** 31);
    expect(decoded.get('d')).toEqual(new Double(-0));
  });

  it('keep no reference to the bytes they were given', () => {
    const sent = BSON.serialize({
      b: new Binary(Buffer.from('abc')),
      o: new ObjectId(),
      s: 'text',
    });
    const before = Buffer.from(sent);
    const decoded = decodeDocument(sent);
    sent.fill(0xff);
    expect(encodeDocument(decoded).equals(before)).toBe(true);
  });

  it('refuse every truncation, and lengths that lie, without reading past the end', () => {
    const whole = BSON.serialize({
      a: 'text',
      b: [1, { c: new ObjectId() }],
      d: new Binary(Buffer.alloc(3)),
    });
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => decodeDocument(whole.subarray(0, length))).toThrow('invalid BSON');
    }
    for (let round = 0; round < 5000; round += 1) {
      const broken = Buffer.from(whole);
      broken[random(broken.length)] = random(256);
      try {
        decodeDocument(broken);
      } catch (error) {
        expect(error).toMatchObject({ code: 22, codeName: 'InvalidBSON' });
      }
    }
  });

  it('refuse the same when only some fields are wanted, and give these alike', () => {
    const whole = BSON.serialize({
      _id: new ObjectId(),
      a: 'grüße',
      b: [true, { c: 1, d: 'x' }],
      e: { f: 1n, g: 2.5, h: new Date() },
      d: new Binary(Buffer.alloc(3)),
    });
    const outcome = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return String(error);
      }
    };
    const wanted = new Set(['_id', 'd']);
    let refused = 0;
    for (let round = 0; round < 4000; round += 1) {
      const bytes = Buffer.from(whole);
      if (round > 0) bytes[random(bytes.length)] = random(256);
      const all = outcome(
        () => new Map([...decodeDocument(bytes)].filter(([name]) => wanted.has(name))),
      );
      expect({ bytes, got: outcome(() => decodeDocument(bytes, wanted)) }).toEqual({
        bytes,
        got: all,
      });
      if (typeof all === 'string') refused += 1;
    }
    expect(refused).toBeGreaterThan(200);
  });

  it.each([
    ['a string that is not UTF-8', '0e00000002610002000000ff0000'],
    ['a string without an end', '0e0000000261000200000061610000'.slice(0, 28)],
    ['a boolean of 2', '0900000008610002' + '00'],
    ['the undefined type', '0800000006610000'],
    ['a date past what JavaScript can hold', '10000000096100ffffffffffffff7f00'],
    ['a repeated name', '0b0000000a61000a610000'],
    ['bytes behind the document', '050000000000'],
    ['a negative length', 'ffffffff00'],
  ])('refuse %s', (_case, hex) => {
    for (const wanted of [undefined, new Set(['b'])]) {
      expect(() => decodeDocument(Buffer.from(hex, 'hex'), wanted)).toThrow(
        expect.objectContaining({ code: 22 }),
      );
    }
  });

  it('refuse nesting past 200 levels both ways', () => {
    let nested: Value = 1;
    for (let depth = 0; depth < 201; depth += 1) nested = new Map([['a', nested]]);
    expect(() => encodeDocument(nested as never)).toThrow(expect.objectContaining({ code: 15 }));
    let hex = Buffer.from('0500000000', 'hex');
    for (let depth = 0; depth < 200; depth += 1) {
      const head = Buffer.alloc(7);
      head.writeInt32LE(hex.length + 8);
      head.set([3, 0x61, 0], 4);
      hex = Buffer.concat([head, hex, Buffer.alloc(1)]);
    }
    expect(() => decodeDocument(hex)).toThrow(expect.objectContaining({ code: 15 }));
  });
});

describe('compareValues', () => {
  it('orders the types as the manual does', () => {
    const ascending: (Value | undefined)[] = [
      new MinKey(),
      undefined,
      null,
      NaN,
      -Infinity,
      Decimal128.fromString('-1E+400'),
      -1,
      0n,
      Decimal128.fromString('1E-400'),
      0.1,
      Decimal128.fromString('0.11'),
      2 ** 53,
      2n ** 53n + 1n,
      Decimal128.fromString('9007199254740993.5'),
      2 ** 53 + 2,
      2n ** 63n - 1n,
      2 ** 63,
      Infinity,
      '',
      'a',
      'a\0',
      'ab',
      '\uFFFD',
      '\u{1F600}',
      doc({}),
      doc({ b: 1 }),
      doc({ b: 1, c: 1 }),
      doc({ a: 'x' }),
      [],
      [1],
      [1, 2],
      [2],
      new Binary(Buffer.from('b')),
      new Binary(Buffer.from('aa')),
      new ObjectId('0'.repeat(24)),
      new ObjectId('f'.repeat(24)),
      false,
      true,
      new Date(-1),
      new Date(0),
      new Timestamp({ t: 1, i: 2 }),
      new Timestamp({ t: 2 ** 32 - 1, i: 0 }),
      new BSONRegExp('a', ''),
      new BSONRegExp('a', 'i'),
      new Code('f'),
      new MaxKey(),
    ];
    const wrong = ascending.flatMap((a, i) =>
      ascending.flatMap((b, j) => {
        const orders = [compareValues(a, b), Buffer.compare(encodeKey(a), encodeKey(b))];
        return orders.every((order) => Math.sign(order) === Math.sign(i - j)) ? [] : [[a, b]];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it.each<[Value, Value]>([
    [1, 1n],
    [1, new Double(1)],
    [1, Decimal128.fromString('1.000')],
    [new Double(-0), 0],
    [NaN, Decimal128.fromString('NaN')],
    [2n ** 60n, 2 ** 60],
    [2 ** 31, 2n ** 31n],
    [doc({ a: 1 }), doc({ a: 1n })],
    [Decimal128.fromString('0E+3'), Decimal128.fromString('-0')],
  ])('takes %p and %p as equal, but not as identical', (a, b) => {
    expect([compareValues(a, b), encodeKey(a).equals(encodeKey(b)), isIdentical(a, b)]).toEqual([
      0,
      true,
      false,
    ]);
  });
});

describe('encodeKey', () => {
  it('orders random values, and compounds of them, as compareValues does', () => {
    const values = Array.from(
      { length: 400 },
      () => decodeDocument(BSON.serialize({ v: randomValue(3) })).get('v')!,
    );
    const wrong: unknown[] = [];
    for (let round = 0; round < 4000; round += 1) {
      const [a, b, c, d] = Array.from({ length: 4 }, () => values[random(values.length)]!);
      const order = Math.sign(compareValues(a, b));
      const left = Buffer.concat([encodeKey(a), encodeKey(c, true)]);
      const right = Buffer.concat([encodeKey(b), encodeKey(d, true)]);
      const agrees =
        Buffer.compare(encodeKey(a), encodeKey(b)) === order &&
        Buffer.compare(encodeKey(b, true), encodeKey(a, true)) === order &&
        Buffer.compare(left, right) === (order === 0 ? Math.sign(compareValues(d, c)) : order);
      if (!agrees) wrong.push([a, b, c, d]);
    }
    expect(wrong).toEqual([]);
  });
});

describe('valuesAt', () => {
  it.each<[unknown, string, unknown[]]>([
    [{ a: 1 }, 'a', [1]],
    [{}, 'a', []],
    [{ a: null }, 'a', [null]],
    [{ a: [1, 2] }, 'a', [1, 2]],
    [{ a: [] }, 'a', [undefined]],
    [{ a: [[1, 2], 3] }, 'a', [[1, 2], 3]],
    [{ a: { b: 1 } }, 'a.b', [1]],
    [{ a: 5 }, 'a.b', []],
    [{ a: [{ b: 1 }, { b: [2, 3] }] }, 'a.b', [1, 2, 3]],
    [{ a: [{ b: 1 }, { c: 2 }] }, 'a.b', [1, null]],
    [{ a: [{ b: 1 }, 7] }, 'a.b', [1, null]],
    [{ a: [{ b: [] }] }, 'a.b', [undefined]],
    [{ a: [] }, 'a.b', []],
    [{ a: [5, 6] }, 'a.1', [6]],
    [{ a: [{ b: 1 }, { b: 2 }] }, 'a.1.b', [2]],
    [{ a: [{ '0': 7 }] }, 'a.0', [doc({ '0': 7 }), 7]],
  ])('%j at %s is %j', (object, path, expected) => {
    expect(valuesAt(doc(object as object), path)).toEqual(expected);
  });
});

describe('documentAt', () => {
  it.each<[unknown, string, unknown]>([
    [{ a: { b: 1 } }, 'a.b', 1],
    [{ a: [{ b: 1 }] }, 'a.0.b', 1],
    [{ a: [{ b: 1 }] }, 'a.b', undefined],
    [{ a: 1 }, 'a.b', undefined],
  ])('%j at %s is %j', (object, path, expected) => {
    expect(documentAt(doc(object as object), path)).toEqual(expected);
  });
});
