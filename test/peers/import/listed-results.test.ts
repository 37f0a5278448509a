import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Classifiers, parseClassifier } from '../../../src/classifier';
import { readResults } from '../../../src/peers/import/listed-results';

const name = '0001000000081a67';
const hash = '829c3804401b0727f70f73d4415e162400cbe57b';
const keywords = { category: ['crypto', 'news'], quality: ['high'] };
/** The vector of docs/peers.md §11. */
const result = {
  keywords,
  signature:
    '5e3bf2ac7087d19a607bb3266fb073846c13559be98066d2f3ebb5009bfc970f958360712182727f3b84a57c703ce8853fa88bc1b506b7bba542e5342e5a9b04',
  signed_at: '2026-02-09T12:00:00+00:00',
};
const publicKey = '78F7D89E8D94A0B7C481490A46FC365FD93C465711E5B8C277044C99C081682A';

function classifierOf(text: string): Classifiers {
  const parsed = parseClassifier(text);
  return new Map(parsed === null ? [] : [parsed]);
}
const classifiers = classifierOf(
  `${name}:ed25519:${Buffer.from(publicKey, 'hex').toString('base64url')}`,
);
const read = (value: unknown, of = hash) => readResults(value, { hash: of, classifiers });
const found = {
  [`${name}:category`]: ['crypto', 'news'],
  [`${name}:quality`]: ['high'],
  [`${name}:classified`]: ['1'],
};

const own = generateKeyPairSync('ed25519');
const ownClassifiers: Classifiers = new Map([
  ['own', { algorithm: 'ed25519', publicKey: own.publicKey }],
]);
/** A result of a classifier of ours. @param json of the keywords as they are signed */
function signed(said: unknown, json: string, signedAt = '2026-02-09T13:00:00+01:00') {
  const text = createHash('sha256').update(hash, 'hex').update(`1770638400${json}`).digest('hex');
  const signature = sign(null, Buffer.from(text), own.privateKey).toString('hex');
  const value = { own: { keywords: said, signature, signed_at: signedAt } };
  return readResults(value, { hash, classifiers: ownClassifiers });
}

describe('a result of a classifier', () => {
  it('counts when the classifier has signed it for these bytes', () => {
    expect(read({ [name]: result })).toEqual(found);
    expect(read({ [name]: { ...result, signature: result.signature.toUpperCase() } })).toEqual(
      found,
    );
    expect(read({ [name]: { ...result, signed_at: '2026-02-09T13:00:00+01:00' } })).toEqual(found);
    // An order is none of what is said.
    const turned = { quality: ['high'], category: ['news', 'crypto'] };
    expect(Object.keys(read({ [name]: { ...result, keywords: turned } }))).toHaveLength(3);
  });

  const flipped = `4${result.signature.slice(1)}`;
  it.each<[string, unknown]>([
    ['with another signature', { [name]: { ...result, signature: flipped } }],
    ['with a signature that is none', { [name]: { ...result, signature: 'x'.repeat(128) } }],
    ['without one', { [name]: { ...result, signature: undefined } }],
    ['with other keywords', { [name]: { ...result, keywords: { category: ['news'] } } }],
    ['of another time', { [name]: { ...result, signed_at: '2026-02-09T12:00:01+00:00' } }],
    ['without a time', { [name]: { ...result, signed_at: null } }],
    ['with a time that is none', { [name]: { ...result, signed_at: '2026-02-39T12:00:00Z' } }],
    ['of a classifier that is not named here', { other: result }],
    ['that is none', { [name]: 7 }],
    ['with keywords that are none', { [name]: { ...result, keywords: 'news' } }],
    ['in a list', [result]],
    ['in nothing', null],
  ])('%s comes to nothing', (_what, value) => {
    expect(read(value)).toEqual({});
  });

  it('of other bytes comes to nothing', () => {
    expect(read({ [name]: result }, 'a'.repeat(40))).toEqual({});
  });

  it('of another key comes to nothing, and of a key that only one has', () => {
    const value = { own: result };
    expect(readResults(value, { hash, classifiers: ownClassifiers })).toEqual({});
    const secret = classifierOf(`own:hmac-sha256:${Buffer.alloc(32).toString('base64url')}`);
    expect(secret.size).toBe(1);
    expect(readResults(value, { hash, classifiers: secret })).toEqual({});
  });

  it('may say no more than that it has looked', () => {
    const looked = { 'own:classified': ['1'] };
    expect(signed({}, '[]')).toEqual(looked);
    expect(signed([], '[]')).toEqual(looked);
  });

  it('has the keywords that filters can name', () => {
    const said = {
      ...{ a: 'b', c: [7, 'd'], classified: ['0'], 'x.y': ['z'], deep: { of: ['x'] } },
      note: ['x'.repeat(256), 'a/b', 'é'],
    };
    const json = String.raw`{"a":"b","c":[7,"d"],"classified":["0"],"deep":{"of":["x"]},"note":["a\/b","${'x'.repeat(256)}","\u00e9"],"x.y":["z"]}`;
    expect(signed(said, json)).toEqual({
      ...{ 'own:a': ['b'], 'own:c': ['7', 'd'], 'own:deep': [] },
      ...{ 'own:note': ['a/b', 'é'], 'own:classified': ['1'] },
    });
  });

  it('is no longer than is good for all', () => {
    const said = (length: number) => ({ a: ['x'.repeat(length)] });
    const signedLong = (length: number) => signed(said(length), JSON.stringify(said(length)));
    expect(signedLong(8_000)).toEqual({ 'own:a': [], 'own:classified': ['1'] });
    expect(signedLong(9_000)).toEqual({});
  });

  it('costs little to refuse, however much a server writes', () => {
    const many = Array.from({ length: 200_000 }, (_, at) => `${(at * 7_919) % 200_003}x`);
    const before = process.cpuUsage();
    expect(read({ [name]: { ...result, keywords: { category: many } } })).toEqual({});
    // To sort them takes seconds in which nobody is answered.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
