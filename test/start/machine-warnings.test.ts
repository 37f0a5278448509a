import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { freshDatabase } from '../support/database';
import { addressOf, throughPort } from '../support/database-address';
import { runProgram } from '../support/process';

const folder = mkdtempSync(join(tmpdir(), 'adgate-warnings-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A database that gives another time than it has. @returns its URI */
async function startWithClock(uri: string, aheadMs: bigint) {
  const member = Buffer.from('\x09localTime\0');
  const server = createServer((client) => {
    const database = connect(addressOf(uri));
    client.pipe(database);
    database.on('data', (chunk) => {
      const at = chunk.indexOf(member);
      if (at !== -1) {
        const timeAt = at + member.length;
        chunk.writeBigInt64LE(chunk.readBigInt64LE(timeAt) + aheadMs, timeAt);
      }
      client.write(chunk);
    });
    database.on('close', () => client.destroy());
    client.on('close', () => database.destroy());
    for (const socket of [client, database]) socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  return { uri: throughPort(uri, port), close: () => server.close() };
}

it('a gateway says at its start what the machine lacks, a line for each, and what to do', async () => {
  const database = await startWithClock(await freshDatabase(), -90_000n);
  const program = runProgram('src/main.js', {
    openFiles: 1_024,
    env: {
      PORT: '0',
      MONGODB_URI: database.uri,
      ADGATE_DATA_DIR: join(folder, 'data'),
      ADGATE_WORKERS: '1',
      ADGATE_LOG_LEVEL: 'warn',
    },
  });
  await program.printed(/"check":"clock"/);
  program.kill('SIGTERM');
  await program.exited;
  database.close();
  const warnings = program
    .output()
    .split('\n')
    .flatMap((line) => (line.includes('"check"') ? [JSON.parse(line) as object] : []));
  expect(warnings).toEqual([
    expect.objectContaining({
      check: 'open files',
      msg: 'a process may have 1024: connections will be refused',
      remedy: 'ulimit -n 65536',
    }),
    expect.objectContaining({
      check: 'clock',
      msg: 'differs from the database’s by 90 s',
      remedy: 'timedatectl set-ntp true',
    }),
  ]);
});
