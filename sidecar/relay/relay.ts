import type { Server } from 'node:http';
import type { BlockList } from 'node:net';
import type { HttpLimits } from '../rpc/http-limits';
import { relayMethods } from './methods';
import { createMetrics } from '../rpc/metrics';
import type { AllowedNode, ResolveHost } from '../node/allowed-nodes';
import type { SubmitLimits } from '../node/submit';
import { createSessionPool } from '../node/session-pool';
import { countOutcomes, createSubmitter } from '../node/submitter';
import { createDispatcher } from '../rpc/dispatcher';
import { createRpcServer } from '../rpc/server';

/** The parts that the relay is made of; a test puts its own clock, resolver and times in. */
export interface RelayDeps {
  readonly nodes: readonly AllowedNode[];
  /** Calls that one client may make in a minute; zero is no limit. */
  readonly callsPerMinute: number;
  /** Peers whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: BlockList;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly resolveHost: ResolveHost;
  readonly limits: SubmitLimits;
  readonly httpLimits: HttpLimits;
  readonly isReady: () => boolean;
  readonly onUnexpectedError: (error: unknown) => void;
}

/** Bounds that the relay runs with. */
export const relayLimits: SubmitLimits = {
  connectMs: 2000,
  totalMs: 10_000,
  leastMs: 2000,
  lockQuietMs: 1000,
  lockRetryMs: 250,
  // The longest answer to a transaction is an error number with a text of 4095 bytes.
  maxFrameBytes: 4099,
};

const maxBatch = 20;

const hint = 'its one method is send_again, which sends a transaction that a wallet has signed';
const introduction = `an Adgate ledger relay, JSON-RPC 2.0; ${hint}`;

/** Puts the public relay together. It is not yet listening. */
export function createRelay(deps: RelayDeps): Server {
  const { nodes, resolveHost, limits, now, onUnexpectedError } = deps;
  const metrics = createMetrics();
  const pool = createSessionPool();
  const submit = countOutcomes(createSubmitter({ nodes, resolveHost, limits, pool }), (outcome) =>
    metrics.countNodeRequest(outcome),
  );
  const methods = metrics.watchMethods(relayMethods({ now, nodes, submit }));
  const dispatch = createDispatcher(methods, {
    maxBatch,
    hint: `this is a relay, ${hint}`,
    onUnexpectedError,
  });
  const server = createRpcServer({ ...deps, dispatch, introduction, audience: 'public', metrics });
  server.on('close', () => pool.close());
  return server;
}
