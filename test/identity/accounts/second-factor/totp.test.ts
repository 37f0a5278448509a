import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Secret, URI } from 'otpauth';
import {
  createTotpSecret,
  findCounter,
  totpUriOf,
} from '../../../../src/identity/accounts/second-factor/totp';
import { secondMs } from '../../../../src/time';

/** The key of RFC 6238 Appendix B, for SHA-1. */
const key = Secret.fromLatin1('12345678901234567890').base32;

describe('TOTP', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('RFC 6238 Appendix B: at second %i the code is the end of %s', (seconds, eightDigits) => {
    const at = (later: number) =>
      findCounter(key, eightDigits.slice(-6), new Date((seconds + later) * secondMs));
    const counter = Math.floor(seconds / 30);
    expect(at(0)).toBe(counter);
    // RFC 6238 §5.2: one step of difference, and no more.
    expect([at(-30), at(30)]).toEqual([counter, counter]);
    expect([at(-60), at(60)]).toEqual([null, null]);
  });

  it.each(['', '28708', '9428708', '287083', 'abcdef'])('takes %j for no code', (code) => {
    expect(findCounter(key, code, new Date(59 * secondMs))).toBeNull();
  });

  it('makes secrets of 160 bits that an authenticator reads from the address', () => {
    const secret = createTotpSecret({ randomBytes });
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    const uri = totpUriOf(secret, { issuer: 'Adgate ads.example', email: 'a+b@test.example' });
    expect(URI.parse(uri)).toMatchObject({
      ...{ issuer: 'Adgate ads.example', label: 'a+b@test.example' },
      ...{ algorithm: 'SHA1', digits: 6, period: 30, secret: { base32: secret } },
    });
    expect(createTotpSecret({ randomBytes })).not.toBe(secret);
  });
});
