import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { program } from './support';

const full = openSync('/dev/full', 'w');
const start = (args: readonly string[], stdio: StdioOptions) =>
  spawn(process.execPath, [program, ...args], { stdio });

describe('the result of a command', () => {
  it('may be left by its reader, as `head` does with most of a list', async () => {
    const child = start(['--help'], ['ignore', 'pipe', 'pipe']);
    const exited = once(child, 'exit');
    child.stdout?.destroy();
    expect(await Promise.all([exited, child.stderr && text(child.stderr)])).toEqual([
      [0, null],
      '',
    ]);
  });

  it('is missed in one line where a full disk does not take it', async () => {
    const child = start(['--help'], ['ignore', full, 'pipe']);
    const exited = once(child, 'exit');
    expect(await Promise.all([exited, child.stderr && text(child.stderr)])).toEqual([
      [1, null],
      expect.stringMatching(/^adgate: the result could not be written: ENOSPC[^\n]*\n$/),
    ]);
  });

  it('is told by the exit code alone where nothing can be said', async () => {
    const child = start(['nope'], ['ignore', 'ignore', full]);
    expect(await once(child, 'exit')).toEqual([2, null]);
  });
});
