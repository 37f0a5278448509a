import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { runProgram } from '../support/process';
import { canMakeDisks, smallDisk } from '../support/small-disk';

const itOnSmallDisks = canMakeDisks ? it : it.skip;

itOnSmallDisks.each([
  ['64k', /^adgate: the disk of \S+ is full: make room there, or set ADGATE_DATA_DIR/],
  ['500k', /^adgate: the disk is full that the database writes to: make room there$/],
])('a start on a disk of %s says in one line that it is full', async (size, expected) => {
  const program = runProgram('src/start/main.js', {
    env: {
      PORT: '0',
      ADGATE_DATA_DIR: join(smallDisk(size), 'data'),
      ADGATE_DEV_LEDGER: '0',
      ADGATE_LOG_LEVEL: 'silent',
    },
  });
  expect(await program.exited).toMatchObject({ code: 1 });
  const lines = program.output().trimEnd().split('\n');
  expect(lines).toEqual([expect.stringMatching(expected)]);
});
