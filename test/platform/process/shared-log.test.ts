import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { SharedLog } from '../../../src/platform/process/shared-log';

const recordBytes = 4;
let folder = '';
let span = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adgate-log-'));
  span = 100;
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A process of the machine. */
function aProcess(spanNow = () => span) {
  const log = new SharedLog({ folder, recordBytes, spanNow });
  const gather = (act: (onRecord: (bytes: Buffer, at: number) => void) => void) => {
    const found: string[] = [];
    act((bytes, at) => found.push(bytes.toString('latin1', at, at + recordBytes)));
    return found;
  };
  return {
    append: (text: string) => gather((onRecord) => log.append(Buffer.from(text), onRecord)),
    read: () => gather((onRecord) => log.read(onRecord)),
    close: () => log.close(),
  };
}

it('a process that appends reads what others appended before, then its own, and each once', () => {
  const [one, two] = [aProcess(), aProcess()];
  expect(one.append('aaaa')).toEqual(['aaaa']);
  expect(two.append('bbbb')).toEqual(['aaaa', 'bbbb']);
  expect([one.read(), one.read(), two.read()]).toEqual([['bbbb'], [], []]);
});

it('reads a file to its end before the next one, and one that starts later reads what is left', () => {
  const [one, two] = [aProcess(), aProcess()];
  one.append('aaaa');
  two.read();
  one.append('bbbb');
  span += 1;
  one.append('cccc');
  expect(two.read()).toEqual(['bbbb', 'cccc']);
  one.close();
  expect(aProcess().read()).toEqual(['aaaa', 'bbbb', 'cccc']);
});

it('a record whose file ended while it was written counts at its later place', () => {
  const one = aProcess();
  one.append('aaaa');
  let asked = 0;
  // It is asked for before the record is written, and after.
  const two = aProcess(() => ((asked += 1) === 1 ? 100 : 101));
  expect(two.append('bbbb')).toEqual(['aaaa', 'bbbb', 'bbbb']);
  span += 1;
  expect(one.read()).toEqual(['bbbb', 'bbbb']);
});

it('keeps the file before, and removes those that are older', () => {
  const one = aProcess();
  for (const text of ['aaaa', 'bbbb', 'cccc']) {
    one.append(text);
    span += 1;
  }
  expect(one.read()).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(['102', '103']);
});

it('a process that was halted for minutes goes on with what is left, once', () => {
  const [one, two] = [aProcess(), aProcess()];
  one.append('aaaa');
  two.read();
  for (const text of ['bbbb', 'cccc', 'dddd']) {
    span += 1;
    one.append(text);
  }
  expect(two.read()).toEqual(['cccc', 'dddd']);
  expect(two.read()).toEqual([]);
});

it('goes on where another process removes a file that it was about to read', () => {
  for (const [at, text] of ['aaaa', 'bbbb', 'cccc'].entries())
    writeFileSync(join(folder, String(span - 3 + at)), text);
  const found: string[] = [];
  const log = new SharedLog({ folder, recordBytes, spanNow: () => span });
  log.read((bytes, at) => {
    found.push(bytes.toString('latin1', at, at + recordBytes));
    aProcess().read();
  });
  expect(found).toEqual(['aaaa', 'cccc']);
});

it('says so where its folder is gone', () => {
  const one = aProcess();
  rmSync(folder, { recursive: true });
  expect(() => one.append('aaaa')).toThrow('ENOENT');
});
