import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { errorCodes } from '../src/errors';
import { nonBidReasons } from '../src/market/selection/non-bid-reasons';

const textOf = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('error-codes'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');

const tests = textOf('test');
const sources = textOf('src');

/** Expectations about the status of an answer, each to the end of its statement. */
const aboutStatus = (tests.match(/\bexpect\([^;]*;/g) ?? [])
  .filter((statement) => /\bstatus(?:Code)?\b/.test(statement))
  .join('\n');

it.each(Object.entries(errorCodes))(
  '%s is thrown somewhere, and a test expects it or its status',
  (code, status) => {
    expect(sources.match(new RegExp(`'${code}'`, 'g'))).not.toBeNull();
    const isNamed = tests.includes(`'${code}'`);
    expect(isNamed || new RegExp(`\\b${status}\\b`).test(aboutStatus)).toBe(true);
  },
);

it.each(Object.keys(nonBidReasons))('%s is met by a test', (reason) => {
  expect(tests.includes(`'${reason}'`)).toBe(true);
});
