import { ledgerErrorCodes } from '../ledger/errors';
import {
  findAllowedNode,
  resolveAllowedNode,
  type AllowedNode,
  type ResolveHost,
} from './allowed-nodes';
import type { ConnectionLimits } from './connection';
import { createDeadline, type Deadline } from './deadline';
import { openSession, VersionMismatchError, type NodeReply, type NodeSession } from './session';
import type { SessionPool } from './session-pool';

/**
 * What became of a transaction. Only `accepted` and `unknown` can have moved money: `refused`, `busy`
 * and `unreachable` are certain.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly payload: Uint8Array }
  | { readonly kind: 'refused'; readonly code: number; readonly info: string }
  | { readonly kind: 'busy'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A transaction ready for the wire. */
export interface SignedTransaction {
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/** Bounds of one submission. */
export interface SubmitLimits
  extends Pick<ConnectionLimits, 'connectMs' | 'lockQuietMs' | 'maxFrameBytes'> {
  /** From the caller's request to the answer, waiting included. */
  readonly totalMs: number;
  /** Pause before a node that was busy with the same sender is asked again. */
  readonly lockRetryMs: number;
}

/** The network as a submission sees it. */
export interface SubmitContext {
  readonly nodes: readonly AllowedNode[];
  readonly resolveHost: ResolveHost;
  readonly limits: SubmitLimits;
  readonly pool: SessionPool;
}

interface Attempt {
  readonly transaction: SignedTransaction;
  readonly deadline: Deadline;
}

type Step =
  | SubmitOutcome
  | { readonly kind: 'locked' }
  | { readonly kind: 'redirect'; readonly to: Redirect };

interface Redirect {
  readonly host: string;
  readonly port: number;
}

/**
 * Hands a transaction to one node. Repeats itself only where nothing has happened: the node was busy
 * with the same sender, or sent us to another node that is allowed too. Never rejects for anything
 * that the network does.
 */
export async function submitTransaction(
  ctx: SubmitContext,
  params: Attempt & { readonly node: AllowedNode },
): Promise<SubmitOutcome> {
  let { node } = params;
  let redirects = 0;
  for (;;) {
    const step = await attempt(ctx, node, params);
    if (step.kind === 'redirect') {
      const target = findAllowedNode(ctx.nodes, step.to);
      redirects += 1;
      if (!target || redirects > 1) {
        const info = `${step.to.host}:${step.to.port}`;
        return { kind: 'refused', code: ledgerErrorCodes.redirect, info };
      }
      node = target;
    } else if (step.kind === 'locked') {
      if (params.deadline.remainingMs() <= ctx.limits.lockRetryMs) {
        return { kind: 'busy', reason: 'the node is busy with another request of this sender' };
      }
      await pause(ctx.limits.lockRetryMs);
    } else {
      return step;
    }
  }
}

async function attempt(ctx: SubmitContext, node: AllowedNode, params: Attempt): Promise<Step> {
  const { transaction, deadline } = params;
  let session: NodeSession;
  try {
    session = ctx.pool.take(node) ?? (await reachNode(ctx, node, deadline));
  } catch (error) {
    if (error instanceof VersionMismatchError) {
      return { kind: 'refused', code: ledgerErrorCodes.protocolMismatch, info: error.message };
    }
    return { kind: 'unreachable', reason: reasonOf(error) };
  }
  try {
    const timeoutMs = deadline.remainingMs();
    const step = toStep(await session.request({ ...transaction, timeoutMs }));
    if (step.kind === 'locked' || step.kind === 'redirect') session.close();
    else ctx.pool.give(node, session);
    return step;
  } catch (error) {
    session.close();
    return { kind: 'unknown', reason: reasonOf(error) };
  }
}

/** Tries the addresses of a node in turn, all within one connect time-out. */
async function reachNode(
  { resolveHost, limits }: SubmitContext,
  node: AllowedNode,
  deadline: Deadline,
): Promise<NodeSession> {
  const connectMs = Math.min(limits.connectMs, deadline.remainingMs());
  const connectDeadline = createDeadline(connectMs);
  const endpoints = await within(connectMs, resolveAllowedNode(node, resolveHost));
  let failure: unknown = new Error(`${node.host} has no address that may be connected to`);
  for (const endpoint of endpoints) {
    try {
      return await openSession(endpoint, {
        ...limits,
        connectMs: connectDeadline.remainingMs(),
        helloMs: deadline.remainingMs(),
      });
    } catch (error) {
      if (error instanceof VersionMismatchError) throw error;
      failure = error;
    }
    if (connectDeadline.remainingMs() === 0) break;
  }
  throw failure;
}

function toStep(reply: NodeReply): Step {
  if (reply.kind === 'locked') return reply;
  const { code, payload } = reply;
  if (code === 0) return { kind: 'accepted', payload };
  if (code === ledgerErrorCodes.redirect && payload.length === 6) {
    const host = [...payload.subarray(0, 4)].join('.');
    return { kind: 'redirect', to: { host, port: payload[4]! + 256 * payload[5]! } };
  }
  return { kind: 'refused', code, info: printable(payload) };
}

/** A node's text, with everything but printable ASCII left out. */
function printable(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[^ -~]/g, '');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`the name was not resolved within ${Math.round(milliseconds)} ms`)),
    milliseconds,
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
