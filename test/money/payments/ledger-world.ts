import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { BlockList, type AddressInfo } from 'node:net';
import {
  type MisbehaviourParams,
  openMisbehavingLedger,
} from '../../../sidecar/dev-node/misbehaviour/misbehaving-ledger';
import { startNodeServer } from '../../../sidecar/dev-node/server';
import { openStorage } from '../../../sidecar/dev-node/storage';
import { formatAccountAddress } from '../../../sidecar/ledger/address';
import { formatHex } from '../../../sidecar/ledger/hex';
import { signingKey } from '../../../sidecar/ledger/signing';
import { sha256 } from '../../../sidecar/ledger/account-hash';
import { broadcast } from '../../../sidecar/ledger/transactions/broadcast/layout';
import { sendMany } from '../../../sidecar/ledger/transactions/send-many/layout';
import { sendOne } from '../../../sidecar/ledger/transactions/send-one/layout';
import { parseAllowedNode } from '../../../sidecar/node/allowed-nodes';
import { createRelay, relayLimits } from '../../../sidecar/relay/relay';
import { httpLimits } from '../../../sidecar/rpc/http-limits';
import { createWallet, walletLimits } from '../../../sidecar/wallet/wallet';

/** The fate of the next calls: of the request, of its answer. */
export type Mishap = 'none' | 'refuse' | 'cut-answer' | 'cut-before' | 'double' | 'late';

const coin = 10n ** 11n;
const payer = 1;
const blockSeconds = 8;

/** Account 0 is the administrator, 1 pays, the others are payees. */
const people = 12;

export const addressOfUser = (user: number) => formatAccountAddress({ node: 1, user });
const keyOf = (user: number) => signingKey(sha256(Buffer.from(`user ${user}`)));

/** Words to the whole network. */
interface Broadcast {
  /** User of this node. */
  readonly sender: number;
  readonly text: string;
  /** Unix seconds, as signed. */
  readonly time: number;
  /** The begin of the block that has it, Unix seconds; 0: none yet. */
  readonly block: number;
}

/** Of a transaction: coins for one address. */
interface Transfer {
  /** User of this node. */
  readonly sender: number;
  readonly isMany: boolean;
  readonly address: string;
  /** Unit: 10^-11 coins. */
  readonly amount: bigint;
  /** Hex, upper-case; of `send_many` empty. */
  readonly message: string;
}

function transfersOf(bytes: Uint8Array): readonly Transfer[] {
  const data = bytes.subarray(0, -64);
  if (data[0] === sendOne.type) {
    const { sender, recipient, amount, message } = sendOne.decode(data);
    const address = formatAccountAddress(recipient);
    return [{ sender: sender.user, isMany: false, address, amount, message: formatHex(message) }];
  }
  if (data[0] !== sendMany.type) return [];
  const { sender, wires } = sendMany.decode(data);
  return wires.map(({ recipient, amount }) => ({
    ...{ sender: sender.user, isMany: true, amount, message: '' },
    address: formatAccountAddress(recipient),
  }));
}

function broadcastsOf({ bytes, block }: TakenTransaction): readonly Broadcast[] {
  if (bytes[0] !== broadcast.type) return [];
  const { sender, message, time } = broadcast.decode(bytes.subarray(0, -64));
  return [{ sender: sender.user, text: Buffer.from(message).toString(), time, block }];
}

/** A transaction that the ledger has taken, and the begin of its block; 0: none has it yet. */
interface TakenTransaction {
  readonly bytes: Uint8Array;
  readonly block: number;
}

/** A node, a wallet and a relay of this repository in this process, on a clock that only the test moves. */
export async function startLedgerWorld({
  funds = 1000n,
  limits = {},
  startsAt = 1_795_237_000,
}: {
  readonly funds?: bigint;
  readonly limits?: MisbehaviourParams['limits'];
  /** Unix seconds. */
  readonly startsAt?: number;
} = {}) {
  const clock = { seconds: startsAt };
  const now = () => clock.seconds * 1000;
  const mode = { isReadOnly: false };
  const params = {
    db: openStorage(':memory:'),
    accounts: {
      node: 1,
      digest: 'payments',
      accounts: Array.from({ length: people }, (_, user) => ({
        address: { node: 1, user },
        publicKey: keyOf(user).publicKey,
        balance: user === payer ? funds * coin : 10n * coin,
      })),
    },
    blockSeconds,
    now,
    isReadOnly: () => mode.isReadOnly,
    onUnexpectedError(error: unknown) {
      throw error;
    },
  };
  // By command only.
  const ledger = openMisbehavingLedger(params, {
    seed: 1,
    kinds: [],
    limits: { slowMs: 30, ...limits },
  });
  const node = await startNodeServer(0, {
    execute: (requests) => ledger.execute(requests),
    deliver: ledger.deliver,
  });
  const deps = {
    nodes: [parseAllowedNode(`127.0.0.1:${node.port}/private`)],
    now,
    resolveHost: (host: string) => Promise.reject(new Error(`${host} must not be resolved`)),
    isReady: () => true,
    onUnexpectedError(error: unknown) {
      throw error;
    },
  };
  const startWalletOf = (user: number) =>
    listen(
      createWallet({
        ...deps,
        account: { address: { node: 1, user }, key: keyOf(user) },
        limits: walletLimits,
      }),
    );
  const wallet = await startWalletOf(payer);
  const relay = await listen(
    createRelay({
      ...deps,
      callsPerMinute: 0,
      trustedProxies: new BlockList(),
      limits: relayLimits,
      httpLimits,
    }),
  );
  const proxy = await startProxy(relay.url);

  async function call(url: string, method: string, params: object) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (await response.json()) as {
      readonly result: Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- whatever it says
      readonly error?: { readonly code: number; readonly message: string };
    };
  }

  /** By the node's own store. */
  function listTransactions(): readonly TakenTransaction[] {
    const taken = 'SELECT bytes, block FROM transactions LEFT JOIN messages ON id = message';
    const rows = params.db.prepare(taken).all();
    return rows.map(({ bytes, block }) => ({ bytes: bytes as Uint8Array, block: Number(block) }));
  }
  const transfers = () => listTransactions().flatMap(({ bytes }) => transfersOf(bytes));

  return {
    clock,
    mode,
    mishaps: proxy.mishaps,
    deliverLate: proxy.deliverLate,
    /** Lets the node do what real ones do. @returns false where there was nothing to do it to */
    misbehave: ledger.misbehave,
    /** Ends what misbehaves for a while. */
    behave: ledger.behave,
    walletUrl: wallet.url,
    relayUrl: proxy.url,
    call: (method: string, params: object) => call(wallet.url, method, params),
    /** Starts the wallet of another account, which the caller closes. */
    startWallet: startWalletOf,
    /** Lets another account call its own wallet. */
    callAs: async (user: number, method: string, params: object) => {
      const own = await startWalletOf(user);
      try {
        return await call(own.url, method, params);
      } finally {
        await own.close();
      }
    },
    /** Lets time pass at once: blocks that are due close, as after an outage. */
    passTime: (seconds: number) => {
      clock.seconds += seconds;
      ledger.tick();
    },
    /** Lets a block or more close. */
    closeBlock: () => {
      for (let second = 0; second < 2 * blockSeconds; second += 1) {
        clock.seconds += 1;
        ledger.tick();
      }
    },
    /** Every transfer that the ledger has taken, once, whatever its logs say. */
    transfers,
    /** Every broadcast that the ledger has taken, the oldest first. */
    broadcasts: (): readonly Broadcast[] =>
      listTransactions()
        .flatMap(broadcastsOf)
        .sort((one, other) => one.time - other.time),
    /** Coins that the ledger has let go from the paying account, by who got them. */
    paid: (): ReadonlyMap<string, bigint> => {
      const sums = new Map<string, bigint>();
      for (const { sender, isMany, address, amount } of transfers())
        if (sender === payer && isMany) sums.set(address, (sums.get(address) ?? 0n) + amount);
      return sums;
    },
    async close() {
      for (const each of [proxy, relay, wallet]) await each.close();
      await node.close();
      ledger.close();
    },
  };
}

export type LedgerWorld = Awaited<ReturnType<typeof startLedgerWorld>>;

async function listen(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Passes calls on, and does to them what the test says. */
async function startProxy(target: string) {
  const mishaps: Mishap[] = [];
  const late: (() => Promise<unknown>)[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const pass = async () => {
        const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
        return (await fetch(target, init)).text();
      };
      const serve = async () => {
        const mishap = mishaps.shift() ?? 'none';
        if (mishap === 'late') late.push(pass);
        if (mishap === 'cut-before' || mishap === 'late') return req.socket.destroy();
        if (mishap === 'refuse') {
          const { id } = JSON.parse(body) as { readonly id: unknown };
          const error = { code: -32_020, message: 'busy: the test says so' };
          return res.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
        }
        const answer = await pass();
        if (mishap === 'double') await pass();
        return mishap === 'cut-answer' ? req.socket.destroy() : res.end(answer);
      };
      serve().catch(() => req.socket.destroy());
    });
  });
  /** Passes on what was on its way when its sender gave up. */
  const deliverLate = async () => {
    for (const pass of late.splice(0)) await pass();
  };
  return { mishaps, deliverLate, ...(await listen(server)) };
}
