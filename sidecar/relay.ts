import { lookup } from 'node:dns/promises';
import type { Server } from 'node:http';
import { relayMethods } from './methods/index';
import type { AllowedNode, ResolveHost } from './node/allowed-nodes';
import type { SubmitLimits } from './node/submit';
import { createSessionPool } from './node/session-pool';
import { createSubmitter } from './node/submitter';
import { createDispatcher } from './rpc/dispatcher';
import { createRelayServer } from './server';

/** What the relay is made of; a test puts its own clock, resolver and times in. */
export interface RelayDeps {
  readonly nodes: readonly AllowedNode[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly resolveHost: ResolveHost;
  readonly limits: SubmitLimits;
  readonly isReady: () => boolean;
  readonly onUnexpectedError: (error: unknown) => void;
}

/** Bounds that the relay runs with. */
export const relayLimits: SubmitLimits = {
  connectMs: 2000,
  totalMs: 10_000,
  lockQuietMs: 1000,
  lockRetryMs: 250,
  // The longest answer to a transaction is an error number with a text of 4095 bytes.
  maxFrameBytes: 4099,
};

const maxBatch = 20;

/** Puts the public relay together. It is not yet listening. */
export function createRelay(deps: RelayDeps): Server {
  const { nodes, resolveHost, limits, now, onUnexpectedError } = deps;
  const pool = createSessionPool();
  const submit = createSubmitter({ nodes, resolveHost, limits, pool });
  const methods = relayMethods({ now, nodes, submit });
  const dispatch = createDispatcher(methods, { maxBatch, onUnexpectedError });
  const server = createRelayServer({ dispatch, isReady: deps.isReady, onUnexpectedError });
  server.on('close', () => pool.close());
  return server;
}

/** Asks the system's resolver for all addresses of a name. */
export async function resolveBySystem(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
