import { describe, expect, it } from '@jest/globals';
import { parsePersonalToken } from '../../../../src/identity/oauth/tokens/personal-token-request';
import { Problems } from '../../../../src/validation';

/** The fields that are refused where a token shall end at a time. */
function problemsOf(now: string, expiresAt: string): readonly string[] {
  const asked = { name: 'ci', scopes: [], expiresAt };
  const parsed = parsePersonalToken(asked, { now: () => new Date(now) });
  return parsed instanceof Problems ? Object.keys(parsed.details) : [];
}

describe('the end of a personal access token', () => {
  it.each([
    ['2026-11-30T12:00:00Z', '2027-11-30T12:00:00Z'],
    // Over a 29th of February.
    ['2027-03-01T12:00:00Z', '2028-03-01T12:00:00Z'],
    ['2027-11-30T12:00:00Z', '2028-11-30T12:00:00Z'],
    ['2028-02-28T12:00:00Z', '2029-02-28T12:00:00Z'],
    ['2028-02-29T12:00:00Z', '2029-03-01T12:00:00Z'],
    ['2026-11-30T12:00:00Z', '2026-11-30T12:00:01Z'],
  ])('may at %s be %s', (now, end) => {
    expect(problemsOf(now, end)).toEqual([]);
  });

  it.each([
    ['2027-11-30T12:00:00Z', '2028-11-30T12:00:01Z'],
    ['2026-11-30T12:00:00Z', '2027-12-01T12:00:01Z'],
    ['2026-11-30T12:00:00Z', '2026-11-30T12:00:00Z'],
    ['2026-11-30T12:00:00Z', '2026-11-30T11:59:59Z'],
  ])('may not at %s be %s', (now, end) => {
    expect(problemsOf(now, end)).toEqual(['expiresAt']);
  });
});
