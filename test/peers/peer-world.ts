import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createApp } from '../../src/assembly/app';
import { createServiceContext } from '../../src/assembly/service-context';
import { parseConfig } from '../../src/config';
import type { ServiceContext } from '../../src/api/context';
import { settlePayments } from '../../src/money/payments/settle.service';
import { discoverPeers } from '../../src/peers/discovery/discover-peers.job';
import { openDatabase } from '../../src/platform/database/connection';
import { wholeTurn } from '../../src/platform/jobs/job';
import { freshDatabase } from '../support/database';
import { addressOfUser, type LedgerWorld, startLedgerWorld } from '../money/payments/ledger-world';

/** A server of this repository, with a wallet on the ledger of the world. */
export interface PeerServer {
  readonly address: string;
  readonly url: string;
  readonly infoUrl: string;
  readonly ctx: ServiceContext;
  /** Settings of its commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Looks once for others, as a gateway does every ten seconds, and takes up what it stored. */
  discover(): Promise<void>;
  /** Settles once, as the gateway with the wallet does every five seconds: its broadcast is among what is sent. */
  settle(): Promise<void>;
  /** Tells the whole network where it is. */
  broadcast(url?: string): Promise<void>;
  close(): Promise<void>;
}

export interface PeerWorld {
  readonly ledger: LedgerWorld;
  /** @param user number of its account on the ledger, from 2 on */
  startServer(user: number, env?: Readonly<Record<string, string>>): Promise<PeerServer>;
  /** Lets an account that is no server of ours say something to the whole network. */
  broadcastAs(user: number, message: string | Buffer): Promise<void>;
  /** Closes blocks till what was said is as deep as servers want it. */
  settle(): void;
  close(): Promise<void>;
}

/** Servers of this repository on one ledger; their clocks are the ledger's. */
export async function startPeerWorld(): Promise<PeerWorld> {
  const ledger = await startLedgerWorld();
  const servers: PeerServer[] = [];
  const broadcastAs = async (user: number, message: string | Buffer) => {
    const hex = Buffer.from(message).toString('hex');
    const { error } = await ledger.callAs(user, 'broadcast', { message: hex });
    if (error) throw new Error(error.message);
  };
  return {
    ledger,
    broadcastAs,
    async startServer(user, env = {}) {
      const server = await startServer(ledger, user, { env, broadcastAs });
      servers.push(server);
      return server;
    },
    settle() {
      for (const _block of [1, 2]) ledger.closeBlock();
    },
    async close() {
      for (const server of servers) await server.close();
      await ledger.close();
    },
  };
}

async function startServer(
  ledger: LedgerWorld,
  user: number,
  { env, broadcastAs }: Pick<PeerWorld, 'broadcastAs'> & { readonly env: object },
): Promise<PeerServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'adgate-peers-'));
  const wallet = await ledger.startWallet(user);
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const mongodbUri = await freshDatabase();
  const db = await openDatabase(mongodbUri);
  const settings = {
    ADGATE_DATA_DIR: dataFolder,
    ADGATE_LEDGER_ADDRESS: addressOfUser(user),
    ADGATE_WALLET_URL: wallet.url,
    ADGATE_RELAY_URL: ledger.relayUrl,
    ADGATE_LOOPBACK_PEERS: '1',
    ...env,
  };
  const config = parseConfig(settings);
  const ctx = await createServiceContext(db, config, {
    log: pino({ level: 'silent' }),
    publicUrl: url,
    now: () => new Date(ledger.clock.seconds * 1000),
  });
  const app = await createApp(ctx);
  http.on('request', app.listener);
  const infoUrl = `${url}/info.json`;
  let fence = 0;
  return {
    address: addressOfUser(user),
    url,
    infoUrl,
    ctx,
    env: { ...settings, MONGODB_URI: mongodbUri },
    async discover() {
      await discoverPeers.run(ctx, new AbortController().signal, wholeTurn);
      await ctx.peerDirectory.load();
    },
    settle: () =>
      settlePayments(ctx, { fence: (fence += 1), signal: new AbortController().signal }),
    broadcast: (announced = infoUrl) => broadcastAs(user, announced),
    async close() {
      http.closeAllConnections();
      http.close();
      await app.close();
      await ctx.jsonThreads.close();
      await db.close();
      await wallet.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
