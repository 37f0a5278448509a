import type { Server } from 'node:http';
import { BlockList } from 'node:net';
import { httpLimits } from '../rpc/http-limits';
import { createMetrics } from '../rpc/metrics';
import type { AllowedNode, ResolveHost } from '../node/allowed-nodes';
import { createSessionPool } from '../node/session-pool';
import type { SubmitLimits } from '../node/submit';
import { countOutcomes, createSubmitter } from '../node/submitter';
import { createDispatcher } from '../rpc/dispatcher';
import { createRpcServer } from '../rpc/server';
import { AccountWriter } from './account-writer';
import { walletMethods } from './methods/index';
import type { WalletAccount } from './prepare-transaction';

/** The parts that the wallet is made of; a test puts its own clock, resolver and times in. */
export interface WalletDeps {
  readonly account: WalletAccount;
  /** At least one; the first is the default. */
  readonly nodes: readonly AllowedNode[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly resolveHost: ResolveHost;
  readonly limits: SubmitLimits;
  readonly isReady: () => boolean;
  readonly onUnexpectedError: (error: unknown) => void;
}

/** Bounds that the wallet runs with. */
export const walletLimits: SubmitLimits = {
  connectMs: 2000,
  totalMs: 10_000,
  leastMs: 2000,
  lockQuietMs: 1000,
  lockRetryMs: 250,
  // A node sends at most 10 MiB of broadcasts and 16 MiB of message.
  maxFrameBytes: 17 * 1024 * 1024,
};

const maxBatch = 20;

/** Longest queue of transactions, and how long one may wait for its turn. */
const writerLimits = { queueMs: 10_000, maxWaiting: 1000 } as const;

const introduction = 'an Adgate ledger wallet, JSON-RPC 2.0 for programs of this machine';

/** Puts the wallet together. It is not yet listening. */
export function createWallet(deps: WalletDeps): Server {
  const { account, nodes, resolveHost, limits, now, onUnexpectedError } = deps;
  const metrics = createMetrics();
  const pool = createSessionPool();
  const submit = countOutcomes(createSubmitter({ nodes, resolveHost, limits, pool }), (outcome) =>
    metrics.countNodeRequest(outcome),
  );
  const writer = new AccountWriter({ account, submit, now }, writerLimits);
  const methods = metrics.watchMethods(walletMethods({ account, nodes, now, submit, writer }));
  const server = createRpcServer({
    dispatch: createDispatcher(methods, { maxBatch, onUnexpectedError }),
    introduction,
    audience: 'private',
    callsPerMinute: 0,
    trustedProxies: new BlockList(),
    // All programs of a machine are one client to it.
    httpLimits: {
      ...httpLimits,
      connectionsPerClient: httpLimits.connections,
      bodyBytesPerClient: httpLimits.bodyBytes,
    },
    metrics,
    isReady: deps.isReady,
    onUnexpectedError,
  });
  server.on('close', () => pool.close());
  return server;
}
