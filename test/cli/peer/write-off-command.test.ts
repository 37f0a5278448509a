import { beforeAll, expect, it } from '@jest/globals';
import { earningsOf } from '../../../src/money/books/book';
import { ensurePeerAccount } from '../../../src/peers/directory/peer-account.service';
import { startApp } from '../../support/app';
import { runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { aPeer } from '../../support/peer-access';

const address = '0001-00000003-AB0C';

let mongodbUri: string;
async function run(...args: readonly string[]) {
  const env = { ADGATE_PEERS: 'approve', MONGODB_URI: mongodbUri };
  const { exitCode, printed, lines } = await runCommandLine(args, { env });
  return { exitCode, said: [printed, ...lines].join('\n') };
}

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  const { ctx } = await startApp({ mongodbUri, env: { ADGATE_PEERS: 'approve' } });
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  const earnings = earningsOf(await ensurePeerAccount(ctx, address));
  const amount = 5n * 10n ** 11n;
  const lines = [
    { book: 'outside:deposits', amount: -amount },
    { book: earnings, amount },
  ] as const;
  const entry = { id: 'earned', kind: 'charge', at: ctx.now(), lines, memo: null } as const;
  await ctx.inTransaction((session) => ctx.books.post([entry], session));
});

it('adgate peer write-off writes off what no event tells, and nothing more', async () => {
  const written = await run('peer', 'write-off', address, '--json');
  expect(written.exitCode).toBe(0);
  expect(JSON.parse(written.said)).toEqual({ address, amount: '5', left: '0' });

  const again = await run('peer', 'write-off', address);
  expect(again.exitCode).toBe(1);
  expect(again.said).toContain(`all that ${address} is to be paid has its details`);
});
