import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openLedger } from '../../sidecar/dev-node/ledger';
import { startNodeServer } from '../../sidecar/dev-node/server';
import { openStorage } from '../../sidecar/dev-node/storage';
import { sha256 } from '../../sidecar/ledger/account-hash';
import { formatAccountAddress } from '../../sidecar/ledger/address';
import { signingKey } from '../../sidecar/ledger/signing';
import { parseAllowedNode } from '../../sidecar/node/allowed-nodes';
import { createWallet, walletLimits } from '../../sidecar/wallet/wallet';
import { createJsonRpcClient } from '../../src/platform/ledger/json-rpc-client';

/** As on the public network. */
const blockSeconds = 512;
const blocks = 164;
const usualBegin = 1_795_237_000;
/** Of blocks that have broadcasts, and those behind them. */
export const daySeconds = (blocks + 3) * blockSeconds;

export const addressOf = (user: number): string => formatAccountAddress({ node: 1, user });
const keyOf = (user: number) => signingKey(sha256(Buffer.from(`bench ${user}`)));

/** The wallet of an account on a ledger with a day of closed blocks. */
export interface DayOfBroadcasts {
  readonly walletUrl: string;
  readonly now: () => Date;
  close(): Promise<void>;
}

/**
 * Makes a ledger of this process whose accounts have broadcast all day.
 *
 * @param messageOf what the account with a number says
 */
export async function makeDayOfBroadcasts(
  {
    accounts,
    broadcasts,
    begin = usualBegin,
  }: {
    readonly accounts: number;
    readonly broadcasts: number;
    /** Unix seconds. */
    readonly begin?: number;
  },
  messageOf: (user: number) => string,
): Promise<DayOfBroadcasts> {
  const clock = { seconds: begin };
  const now = () => clock.seconds * 1000;
  const fail = (error: unknown) => {
    throw error;
  };
  const ledger = openLedger({
    db: openStorage(':memory:'),
    accounts: {
      ...{ node: 1, digest: 'bench' },
      accounts: Array.from({ length: accounts + 2 }, (_, user) => ({
        ...{ address: { node: 1, user }, publicKey: keyOf(user).publicKey },
        balance: 10n ** 13n,
      })),
    },
    ...{ blockSeconds, now, onUnexpectedError: fail },
  });
  const node = await startNodeServer(0, { execute: (requests) => ledger.execute(requests) });
  const startWallet = async (user: number) => {
    const server = createWallet({
      account: { address: { node: 1, user }, key: keyOf(user) },
      nodes: [parseAllowedNode(`127.0.0.1:${node.port}/private`)],
      ...{ now, limits: walletLimits, isReady: () => true, onUnexpectedError: fail },
      resolveHost: () => Promise.reject(new Error('nothing is resolved')),
    });
    return { server, url: await listen(server) };
  };
  const passTime = (until: number) => {
    while (clock.seconds < until) {
      clock.seconds = Math.min(until, clock.seconds + blockSeconds / 4);
      ledger.tick();
    }
  };
  for (let user = 2; user < accounts + 2; user += 1) {
    const { server, url } = await startWallet(user);
    const call = createJsonRpcClient(url);
    const message = Buffer.from(messageOf(user)).toString('hex');
    for (let said = 0; said < broadcasts / accounts; said += 1)
      await call('broadcast', { message });
    await stop(server);
    passTime(begin + Math.floor((blocks * blockSeconds * (user - 1)) / accounts));
  }
  // The last ones are as deep as settings want them.
  passTime(clock.seconds + 3 * blockSeconds);
  const { server, url } = await startWallet(1);
  return {
    walletUrl: url,
    now: () => new Date(now()),
    async close() {
      await stop(server);
      await node.close();
      ledger.close();
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
