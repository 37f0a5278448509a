import { expect, it } from '@jest/globals';
import { toSeen } from '../../src/cli/seen-text';
import { runCommandLine } from '../support/command-line';
import { freshDatabase } from '../support/database';

// It clears the screen, by ESC and by the single character for ESC and `[`.
const clearing = '\u001b[2J\u009b2J';
const shown = '\\u001b[2J\\u009b2J';

it.each([
  ['one\ttwo\nthree\r\nfour', 'one\ttwo\nthree\r\nfour'],
  ['paid\runpaid', 'paid\\u000dunpaid'],
  [clearing, shown],
  ['a\u007f\u202eb', 'a\\u007f\\u202eb'],
  ['zażółć 😀', 'zażółć 😀'],
])('%j is seen as %j', (text, seen) => {
  expect(toSeen(text)).toBe(seen);
});

it('nothing that a command prints or says reaches the terminal’s controls', async () => {
  const env = { MONGODB_URI: await freshDatabase() };
  const run = (...args: readonly string[]) => runCommandLine(args, { env });
  const email = 'eve@cli.example';
  await run('user', 'create', email);
  const reason = `x${clearing}x`;
  expect((await run('user', 'suspend', email, '--reason', reason)).exitCode).toBe(0);
  expect((await run('user', 'list')).printed).toContain(`suspended: x${shown}x\n`);
  const { printed } = await run('user', 'show', email, '--json');
  expect(printed).toContain(`x${shown}x`);
  expect(JSON.parse(printed).suspendedReason).toBe(reason);
  const { lines } = await run('taxonomy', 'import', clearing);
  expect(lines).toEqual([`there is no file ${shown}`]);
});
