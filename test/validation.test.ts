import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../src/config';
import {
  amount,
  emptiable,
  flag,
  floor,
  listOf,
  objectOf,
  oneOf,
  price,
  text,
  textOfCharacters,
  time,
  withoutRepeats,
} from '../src/input-members';
import {
  isReadable,
  parserOf,
  Problems,
  problemOfText,
  readablePattern,
  saidPattern,
} from '../src/validation';
import { defaultTaxonomy } from '../src/demand/taxonomy/default-taxonomy';

const ctx = {
  config: parseConfig({}),
  taxonomy: { current: defaultTaxonomy },
  now: () => new Date('2026-02-09T12:00:00Z'),
};
const parse = parserOf(
  {
    name: textOfCharacters(5),
    kind: oneOf(['plain', 'fancy']).default('plain'),
    price: amount.nullable().default(null),
    startsAt: time.exactOptional(),
    isOpen: flag.exactOptional(),
  },
  ({ name, price }) => (name === 'free' && price !== null ? { price: ['must be null'] } : {}),
);

const parseList = parserOf({
  entries: emptiable(
    withoutRepeats(listOf(objectOf({ key: text }), { most: 3 }), 'key', 'is there twice'),
  ).exactOptional(),
});

describe('text for people', () => {
  it.each(['Äpfel & 🍎', '‏עברית', '👩‍🚀', 'می‌خواهم', 'a\u00a0b', '<b>{{7*7}}</b>'])(
    'may be in any writing: %s',
    (text) => {
      expect(isReadable(text)).toBe(true);
      for (const pattern of [readablePattern, saidPattern])
        expect(text).toMatch(new RegExp(pattern, 'u'));
    },
  );

  it.each([
    ['a control', 'a\u0007b'],
    ['a line', 'a\nb'],
    ['a turn of all that follows', 'Shop \u202etseb'],
    ['the end of an isolate', '\u2069\u202e'],
    ['half a character', 'a\ud800'],
  ])('has no %s', (_case, text) => {
    expect(isReadable(text)).toBe(false);
    // A pattern knows whole characters alone.
    for (const pattern of [readablePattern, saidPattern])
      if (text.isWellFormed()) expect(text).not.toMatch(new RegExp(pattern, 'u'));
  });

  it('is not said where it is blank, or nothing but unseen', () => {
    for (const text of ['', ' ', '\u0001', '\u202e'])
      expect(text).not.toMatch(new RegExp(saidPattern, 'u'));
  });

  it.each([' ', '\u2003\u00a0', '\ufeff'])(
    'needs more than blanks where it needs a byte: %j',
    (blank) => {
      expect(blank).not.toMatch(new RegExp(saidPattern, 'u'));
      expect(problemOfText(blank, 5)).toBe('must not be empty');
      expect(problemOfText(blank, 5, 0)).toBeNull();
      expect(problemOfText(`${blank}a`, 9)).toBeNull();
    },
  );
});

describe('a list', () => {
  it.each([
    [{}, {}],
    [{ entries: null }, { entries: [] }],
    [
      { entries: [{ key: 'a', other: 1 }, { key: 'b' }] },
      { entries: [{ key: 'a' }, { key: 'b' }] },
    ],
  ])('%j is read to %j', (raw, value) => {
    expect(parseList(raw)).toEqual(value);
  });

  it.each([
    ['what is no list', 'a', { entries: ['must be a list'] }],
    ['what is no object', ['a'], { 'entries.0': ['must be an object'] }],
    ['a bad member', [{ key: 'a' }, { key: 5 }], { 'entries.1.key': ['must be a string'] }],
    [
      'a member that is not there, or null',
      [{}, { key: null }],
      { 'entries.0.key': ['is required'], 'entries.1.key': ['must not be null'] },
    ],
    ['too many without a look at them', [1, 2, 3, 4], { entries: ['must have at most 3 entries'] }],
    [
      'each repeat',
      [{ key: 'a' }, { key: 'a' }, { key: 'a' }],
      { 'entries.1.key': ['is there twice'], 'entries.2.key': ['is there twice'] },
    ],
  ])('refuses %s', (_case, entries, details) => {
    expect(parseList({ entries })).toEqual(new Problems(details));
  });
});

describe('parserOf', () => {
  it('reads what REST and what GraphQL send to the same value', () => {
    const value = { name: 'free', kind: 'plain', price: null };
    expect(parse({ name: 'free', unknown: 1, isOpen: undefined }, ctx)).toEqual(value);
    const startsAt = new Date('2026-02-09T12:00:00Z');
    const read = { name: 'a', kind: 'fancy', price: 50_000_000_000n, startsAt, isOpen: true };
    expect(parse({ ...read, price: '0.5', startsAt: startsAt.toISOString() }, ctx)).toEqual(read);
    expect(parse(read, ctx)).toEqual(read);
  });

  it.each([
    [null, { '': ['must be an object'] }],
    [[], { '': ['must be an object'] }],
    [{}, { name: ['is required'] }],
    [
      { name: null, isOpen: null },
      { name: ['is required'], isOpen: ['must not be null'] },
    ],
    [
      { isOpen: 'yes', startsAt: 'soon', price: '-1', kind: 'x', name: 'too long' },
      {
        name: ['must have 1 to 5 characters'],
        kind: ['must be one of plain, fancy'],
        price: ['must not be negative'],
        startsAt: ['must be a time such as 2026-02-09T12:00:00Z'],
        isOpen: ['must be true or false'],
      },
    ],
    [
      { name: 'free', price: '1', kind: 5 },
      { kind: ['must be one of plain, fancy'], price: ['must be null'] },
    ],
    [{ name: 'free', price: 1 }, { price: ['must be a number with at most 11 decimals'] }],
  ])('refuses %j with all that is wrong, in the order of the members', (raw, details) => {
    const problems = parse(raw, ctx);
    if (!(problems instanceof Problems)) throw new Error('it was let through');
    expect(Object.entries(problems.details)).toEqual(Object.entries(details));
  });
});

describe('money that is too much', () => {
  it.each([
    ['amount', amount, '92233720.36854775807'],
    ['price', price, '1000000 USD'],
    ['floor', floor, '10000 USD'],
  ])('is told so, however many digits it has: %s', (_name, money, most) => {
    const parse = parserOf({ money });
    for (const tooMuch of ['92233720.36854775808', '100000000', `${'9'.repeat(30)}.5`, 2n ** 63n])
      expect(parse({ money: tooMuch })).toEqual(
        new Problems({ money: [`must be at most ${most}`] }),
      );
  });

  it('is not what has too many decimals', () => {
    const problems = new Problems({ price: ['must be a number with at most 11 decimals'] });
    expect(parserOf({ price })({ price: '100000000.000000000001' })).toEqual(problems);
  });
});
