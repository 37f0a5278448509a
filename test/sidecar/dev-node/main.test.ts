import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readAccountsFile } from '../../../sidecar/dev-node/accounts-file';
import { readDevNodeConfig } from '../../../sidecar/dev-node/config';
import { misbehaviourKinds } from '../../../sidecar/dev-node/misbehaviour/index';
import { getAccount } from '../../../sidecar/ledger/requests/get-account';
import { decode } from '../../../sidecar/ledger/codec';
import { accountRecord } from '../../../sidecar/ledger/account';
import { transactionMessage } from '../../../sidecar/ledger/signature';
import { sendOne } from '../../../sidecar/ledger/transactions/send-one/layout';
import { runProgram, type Program } from '../../support/process';
import { connectTo, greeting, hello, keys, testAccountsText, wireOf } from './support';

let folder: string;
let accounts: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'adgate-dev-node-'));
  accounts = join(folder, 'accounts.json');
  writeFileSync(accounts, testAccountsText);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const now = () => Math.floor(Date.now() / 1000);
const alice = { node: 1, user: 1 };

function start(ledger: string, args: readonly string[] = []): Program {
  return runProgram('sidecar/dev-node/main.js', {
    args: ['--folder', join(folder, ledger), '--accounts', accounts, '--port', '0', ...args],
  });
}

async function startReady(ledger: string, args: readonly string[] = []) {
  const program = start(ledger, args);
  const [, port = ''] = await program.printed(/^Adgate dev node is ready at 127\.0\.0\.1:(\d+)$/m);
  return { program, port: Number(port) };
}

/** Turns the bits of 4096 bytes over. */
function damage(file: string, start: number): void {
  const bytes = readFileSync(file);
  for (let index = start; index < start + 4096; index += 1) bytes[index] = ~bytes[index]! & 0xff;
  writeFileSync(file, bytes);
}

/** The account's record as the node has it. */
async function readAlice(port: number) {
  const data = getAccount.encode({ sender: alice, target: alice, time: now() });
  const client = await connectTo(port);
  client.say(hello + wireOf({ data, signature: keys[1]!.sign(data) }));
  const heard = Buffer.from(await client.heard(13 + 256), 'hex');
  client.socket.destroy();
  return decode(accountRecord, heard.subarray(13, 13 + 128));
}

describe('npm run start:dev-node', () => {
  it('has after a kill -9 every transaction that it has acknowledged', async () => {
    const first = await startReady('killed');
    let { hash, messageId } = await readAlice(first.port);
    const client = await connectTo(first.port);
    client.say(hello);
    let heard = greeting.length / 2;
    for (let count = 0; count < 50; count += 1) {
      const data = sendOne.encode({
        sender: alice,
        messageId,
        time: now(),
        recipient: { node: 1, user: 2 },
        amount: 1000n,
        message: new Uint8Array(32),
      });
      client.say(wireOf({ data, signature: keys[1]!.sign(transactionMessage(hash, data)) }));
      heard += 8 + 136;
      const answer = Buffer.from(await client.heard(heard), 'hex').subarray(heard - 136);
      ({ hash, messageId } = decode(accountRecord, answer.subarray(0, 128)));
    }
    first.program.kill('SIGKILL');
    await first.program.exited;

    const second = await startReady('killed');
    const record = await readAlice(second.port);
    expect([record.messageId, record.balance]).toEqual([51, 100_000_000_000_000n - 50n * 11_000n]);
    expect(record.hash).toEqual(hash);
    second.program.kill('SIGTERM');
    expect((await second.program.exited).code).toBe(0);
  });

  it('refuses a folder that another one has', async () => {
    const { program } = await startReady('taken');
    const other = start('taken');
    expect((await other.exited).code).toBe(1);
    expect(other.output()).toMatch(
      /^adgate dev node: cannot use .*: another process has it open\n$/,
    );
    program.kill('SIGINT');
    expect((await program.exited).code).toBe(0);
  });

  it('keeps its data from others on the machine', async () => {
    const { program } = await startReady('private');
    const path = join(folder, 'private');
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(readdirSync(path)).toContain('ledger.sqlite');
    program.kill('SIGTERM');
    await program.exited;
  });

  it('refuses a ledger of other accounts or blocks, and leaves it alone', async () => {
    const { program } = await startReady('made');
    program.kill('SIGTERM');
    await program.exited;
    const other = start('made', ['--block-seconds', '60']);
    expect((await other.exited).code).toBe(1);
    expect(other.output()).toContain('was made with blocks of 512 seconds');
    const again = await startReady('made');
    again.program.kill('SIGTERM');
    expect((await again.program.exited).code).toBe(0);
  });

  it.each<[string, (file: string) => void]>([
    ['its first page', (file) => damage(file, 0)],
    ['a page of a table', (file) => damage(file, 4096)],
    ['its second half', (file) => truncateSync(file, statSync(file).size / 2)],
    ['all of it', (file) => writeFileSync(file, 'a text')],
  ])('says in one line that its file is damaged: %s', async (what, harm) => {
    const name = `damaged ${what}`;
    const { program } = await startReady(name);
    program.kill('SIGTERM');
    await program.exited;
    harm(join(folder, name, 'ledger.sqlite'));
    const again = start(name);
    expect((await again.exited).code).toBe(1);
    expect(again.output()).toMatch(/^adgate dev node: cannot use [^\n]*\n$/);
  });

  it('says in one line that its folder is none', async () => {
    writeFileSync(join(folder, 'file'), '');
    const program = start('file');
    expect((await program.exited).code).toBe(1);
    expect(program.output()).toMatch(/^adgate dev node: cannot use [^\n]*EEXIST[^\n]*\n$/);
  });

  it('says in one line that a port is taken', async () => {
    const { program, port } = await startReady('first');
    const other = start('second', ['--port', String(port)]);
    expect((await other.exited).code).toBe(1);
    expect(other.output()).toBe(
      `adgate dev node: cannot listen on 127.0.0.1:${port}: EADDRINUSE\n`,
    );
    program.kill('SIGTERM');
    await program.exited;
  });

  it('prints what it can be told', async () => {
    const program = runProgram('sidecar/dev-node/main.js', { args: ['--help'] });
    expect((await program.exited).code).toBe(0);
    expect(program.output()).toMatch(/--accounts <file>[^]*ADGATE_DEV_NODE_ACCOUNTS/);
  });
});

describe('settings', () => {
  it('come from arguments, then the environment', () => {
    const env = {
      ADGATE_DEV_NODE_ACCOUNTS: 'a.json',
      ADGATE_DEV_NODE_PORT: '7000',
      ADGATE_DEV_NODE_BLOCK_SECONDS: '32',
    };
    expect(readDevNodeConfig(['--port', '7001', '--folder', 'here'], env)).toEqual({
      accountsFile: 'a.json',
      folder: 'here',
      port: 7001,
      blockSeconds: 32,
      misbehaviour: null,
    });
  });

  it.each([
    ['commands', []],
    ['stale-ids,repeated-lines', ['stale-ids', 'repeated-lines']],
    ['all', Object.keys(misbehaviourKinds)],
  ])('misbehaves when asked for %s', (misbehave, kinds) => {
    const args = ['--accounts', 'a.json', '--misbehave', misbehave, '--misbehave-seed', '7'];
    expect(readDevNodeConfig(args, {})?.misbehaviour).toEqual({ kinds, seed: 7 });
  });

  it.each([
    ['no accounts', [], {}, '--accounts <file> or ADGATE_DEV_NODE_ACCOUNTS'],
    [
      'an unknown kind of misbehaviour',
      ['--accounts', 'a.json', '--misbehave', 'stale-ids,kindness'],
      {},
      'not "kindness"',
    ],
    [
      'an unknown setting',
      [],
      { ADGATE_DEV_NODE_PROT: '1' },
      'ADGATE_DEV_NODE_PROT is not a setting',
    ],
    ['an unknown argument', ['--prot', '1'], {}, "Unknown option '--prot'"],
    ['a port past 16 bits', ['--accounts', 'a', '--port', '65536'], {}, '--port must be'],
    ['a negative port', ['--accounts', 'a', '--port=-1'], {}, '--port must be'],
    [
      'blocks of no length',
      ['--accounts', 'a', '--block-seconds', '0'],
      {},
      '--block-seconds must be',
    ],
    [
      'blocks in fractions',
      ['--accounts', 'a', '--block-seconds', '1.5'],
      {},
      '--block-seconds must be',
    ],
  ])('are refused: %s', (_case, args, env, message) => {
    expect(() => readDevNodeConfig(args, env)).toThrow(message);
  });
});

describe('an accounts file', () => {
  const [first] = JSON.parse(testAccountsText) as readonly Record<string, string>[];
  const write = (content: string) => {
    const path = join(folder, 'bad.json');
    writeFileSync(path, content);
    return path;
  };
  const second = { ...first, address: '0001-00000001-8B4E' };

  it('names this node by its first account; accounts of others are the network’s', () => {
    const { node, accounts: read } = readAccountsFile(accounts);
    expect([node, read.length, read.at(-1)!.address]).toEqual([1, 4, { node: 2, user: 0 }]);
  });

  it('is the same however it is laid out', () => {
    const laidOut = write(JSON.stringify(JSON.parse(testAccountsText), null, 4));
    expect(readAccountsFile(laidOut).digest).toBe(readAccountsFile(accounts).digest);
    const other = write(JSON.stringify([{ ...first, balance: '1001' }]));
    expect(readAccountsFile(other).digest).not.toBe(readAccountsFile(accounts).digest);
  });

  it.each([
    ['no JSON', '[', 'JSON'],
    ['no list', '{}', 'must be a list of 1 to 10000 accounts'],
    ['an empty list', '[]', 'must be a list'],
    ['an account that is none', '[null]', 'account 1: address must be text'],
    ['a wrong checksum', JSON.stringify([{ ...first, address: '0001-00000000-9B6E' }]), 'checksum'],
    ['a short key', JSON.stringify([{ ...first, public_key: 'AB' }]), '64 hex digits'],
    ['a balance in numbers', JSON.stringify([{ ...first, balance: 5 }]), 'balance must be text'],
    ['a negative balance', JSON.stringify([{ ...first, balance: '-1' }]), 'account 1: an amount'],
    ['a secret', JSON.stringify([{ ...first, secret: 'x' }]), 'secret is not a member'],
    [
      'a gap',
      JSON.stringify([first, { ...first, address: '0001-00000002-BB2D' }]),
      'number 1 is missing',
    ],
    ['an account twice', JSON.stringify([first, second, second]), 'number 2 is missing'],
    ['node 0', JSON.stringify([{ ...first, address: '0000-00000000-313E' }]), 'node 0'],
    [
      'more than 64 bits together',
      JSON.stringify([
        { ...first, balance: '90000000' },
        { ...second, balance: '90000000' },
      ]),
      'past 64 bits',
    ],
  ])('is refused: %s', (_case, content, message) => {
    expect(() => readAccountsFile(write(content))).toThrow(message);
  });
});
