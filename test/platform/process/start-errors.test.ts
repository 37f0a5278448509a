import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '../../../src/config';
import { describeStartError, traceOf } from '../../../src/platform/process/start-errors';

const systemError = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: something`), { code, ...more });

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

describe('describeStartError', () => {
  it.each([
    [new ConfigError('PORT must be a whole number'), /^PORT must be a whole number$/],
    [systemError('EADDRINUSE', { port: 8080 }), /^port 8080 is taken: set PORT/],
    [systemError('EADDRINUSE', { port: 8081 }), /PORT=9000 npm start$/],
    [systemError('EADDRINUSE', { port: 9001 }), /PORT=9100 npm start$/],
    [systemError('EACCES', { port: 80 }), /^port 80 needs privileges: set PORT/],
    [systemError('EACCES', { path: '/data' }), /^\/data is not writable: set ADGATE_DATA_DIR/],
    [systemError('ENOTDIR', { path: '/file/data' }), /^\/file\/data is not a folder/],
    [systemError('ENOSPC', { path: '/data/journal/1' }), /^the disk of the data folder is full/],
    [
      Object.assign(named('MongoServerError', 'the disk is full: nothing of this was written'), {
        code: 14_031,
      }),
      /^the disk is full that the database writes to: make room there$/,
    ],
    [
      Object.assign(named('MongoBulkWriteError', 'x'), { writeErrors: [{ code: 14_031 }] }),
      /^the disk is full that the database writes to: make room there$/,
    ],
    [systemError('EMFILE', { path: '/data/journal/1' }), /^too many files are open.*ulimit -n/],
    [systemError('ENOTFOUND', { syscall: 'getaddrinfo' }), /^ADGATE_HOST is not an address/],
    [systemError('EADDRNOTAVAIL', { syscall: 'listen' }), /^ADGATE_HOST is not an address/],
    [systemError('ENOTFOUND', { syscall: 'querySrv' }), /check MONGODB_URI$/],
    [named('MongoServerSelectionError', 'connect ECONNREFUSED'), /does not answer.*MONGODB_URI/],
    [
      named('MongoParseError', 'Invalid connection string "mongodb://joe:secret@host"'),
      /^the database cannot be used: (?!.*secret).*mongodb:\/\/\*\*\*@host.*check MONGODB_URI$/,
    ],
    [
      named('TypeError', 'x is not a function\nand so on'),
      /^TypeError: x is not a function \(.*debug/,
    ],
    ['a text', /^string: a text/],
  ])('says of %s what to do, in one line', (error, line) => {
    const described = describeStartError(error);
    expect(described).toMatch(line);
    expect(described).not.toContain('\n');
  });
});

describe('traceOf', () => {
  it('has the places, and no password', () => {
    const trace = traceOf(named('MongoParseError', 'Invalid "mongodb://joe:secret@host"'));
    expect(trace).toMatch(/mongodb:\/\/\*\*\*@host[^]*at .*start-errors\.test\.ts/);
    expect(trace).not.toContain('secret');
  });
});
