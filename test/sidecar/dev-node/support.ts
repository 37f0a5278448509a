import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { formatAccountAddress } from '../../../sidecar/ledger/address';
import { encodeRequest } from '../../../sidecar/node/frames';
import { formatHex } from '../../../sidecar/ledger/hex';
import { parseSecret, type SigningKey } from '../../../sidecar/ledger/signing';
import type { AccountsFile } from '../../../sidecar/dev-node/accounts-file';
import type { NodeAnswer, NodeRequest } from '../../../sidecar/dev-node/execute';
import { openLedger, type Ledger, type LedgerParams } from '../../../sidecar/dev-node/ledger';
import { startNodeServer, type NodeServerDeps } from '../../../sidecar/dev-node/server';
import { openStorage } from '../../../sidecar/dev-node/storage';

/** Keys of the test accounts, by number. */
export const keys: readonly SigningKey[] = ['administrator', 'alice', 'bob'].map(parseSecret);

/** 0, 1 and 2 of node 1, and one account of node 2. */
const testAccounts: AccountsFile = {
  node: 1,
  digest: 'test',
  accounts: [
    ...keys.map(({ publicKey }, user) => ({
      address: { node: 1, user },
      publicKey,
      balance: 1_000n * 10n ** 11n,
    })),
    { address: { node: 2, user: 0 }, publicKey: keys[0]!.publicKey, balance: 0n },
  ],
};

/** The text of an accounts file for the same accounts. */
export const testAccountsText = JSON.stringify(
  testAccounts.accounts.map(({ address, publicKey }) => ({
    address: formatAccountAddress(address),
    public_key: formatHex(publicKey),
    balance: '1000',
  })),
);

/** A ledger, the clock that only the test moves, and requests to it. */
export interface TestLedger<Opened extends Ledger = Ledger> {
  readonly ledger: Opened;
  readonly clock: { seconds: number };
  readonly run: (request: NodeRequest) => NodeAnswer;
}

/** A ledger that keeps nothing. */
export function aLedger(params: Partial<LedgerParams> = {}): TestLedger {
  return openTestLedger(openLedger, params);
}

/** The same, opened by a function of the test's. */
export function openTestLedger<Opened extends Ledger>(
  open: (params: LedgerParams) => Opened,
  params: Partial<LedgerParams> = {},
): TestLedger<Opened> {
  const clock = { seconds: 1_795_237_000 };
  const ledger = open({
    db: openStorage(':memory:'),
    accounts: testAccounts,
    blockSeconds: 512,
    now: () => clock.seconds * 1000,
    onUnexpectedError(error) {
      throw error;
    },
    ...params,
  });
  return {
    ledger,
    clock,
    run(request) {
      const [answer] = ledger.execute([request]);
      if (!answer) throw new Error('not carried out');
      return answer;
    },
  };
}

/** A node that listens on a port of the system's choice. */
export async function startTestNode(deps: Partial<NodeServerDeps> = {}) {
  const { ledger, clock, run } = aLedger();
  const server = await startNodeServer(0, {
    execute: (requests) => ledger.execute(requests),
    ...deps,
  });
  return {
    port: server.port,
    ledger,
    clock,
    run,
    close: () => server.close(),
    async [Symbol.asyncDispose]() {
      await server.close();
      ledger.close();
    },
  };
}

/** A client that says bytes and keeps what it hears. */
export interface RawClient {
  readonly socket: Socket;
  say(hex: string): void;
  /** Resolves with everything heard, in hex, once this many bytes have come. */
  heard(bytes: number): Promise<string>;
  /** Resolves with everything heard and how it ended. */
  ended(): Promise<{ readonly heard: string; readonly how: 'end' | 'reset' }>;
}

export async function connectTo(port: number): Promise<RawClient> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
  await once(socket, 'connect');
  let all = '';
  let how: 'end' | 'reset' | null = null;
  const changed = new EventTarget();
  const tell = () => changed.dispatchEvent(new Event('change'));
  socket.on('data', (chunk) => {
    all += chunk.toString('hex');
    tell();
  });
  socket.on('end', () => {
    how ??= 'end';
    tell();
    socket.end();
  });
  socket.on('error', () => {
    how ??= 'reset';
    tell();
  });
  const until = async (isReached: () => boolean) => {
    while (!isReached()) await once(changed, 'change');
  };
  return {
    socket,
    say: (hex) => void socket.write(Buffer.from(hex, 'hex')),
    async heard(bytes) {
      await until(() => all.length >= 2 * bytes || how !== null);
      return all;
    },
    async ended() {
      await until(() => how !== null);
      return { heard: all, how: how! };
    },
  };
}

export const hello = '02000000';
export const greeting = '0200000000';

/** A request as it goes over the wire, in hex. */
export function wireOf({ data, signature }: NodeRequest): string {
  return Buffer.from(encodeRequest(data, signature)).toString('hex');
}

/** An answer as it comes over the wire, in hex. */
export function answerOf({ code, payload }: NodeAnswer): string {
  const frame = Buffer.alloc(8);
  frame.writeUInt32LE(payload.length + 4, 0);
  frame.writeUInt32LE(code, 4);
  return Buffer.concat([frame, payload]).toString('hex');
}
