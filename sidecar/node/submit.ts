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
 * The outcome of a request. Only an `accepted` or `unknown` transaction can have moved money: `refused`, `busy` and
 * `unreachable` are certain. `redirect` is the `host:port` of the node that answered, where another node was asked
 * first.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly payload: Uint8Array; readonly redirect: string | null }
  | { readonly kind: 'refused'; readonly code: number; readonly info: string }
  | { readonly kind: 'busy'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A request ready for the wire. */
export interface SignedRequest {
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/** Bounds of one submission. */
export interface SubmitLimits
  extends Pick<ConnectionLimits, 'connectMs' | 'lockQuietMs' | 'maxFrameBytes'> {
  /** From the caller's request to the answer, waiting included. */
  readonly totalMs: number;
  /** With less left, nothing is sent: a connection may need as much. */
  readonly leastMs: number;
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

const lateReason = 'too little time is left to send it';
const busyReason = 'the node is busy with another request of this sender';

interface Attempt {
  readonly request: SignedRequest;
  readonly deadline: Deadline;
}

type Step =
  | Exclude<SubmitOutcome, { readonly kind: 'accepted' }>
  | { readonly kind: 'accepted'; readonly payload: Uint8Array }
  | { readonly kind: 'locked' }
  | { readonly kind: 'redirect'; readonly to: Redirect };

interface Redirect {
  readonly host: string;
  readonly port: number;
}

/**
 * Hands a request to one node. Repeats itself only where nothing has happened: the node was busy
 * with the same sender, or sent us to another node that is allowed too. Never rejects for anything
 * that the network does.
 */
export async function submitRequest(
  ctx: SubmitContext,
  params: Attempt & { readonly node: AllowedNode },
): Promise<SubmitOutcome> {
  let { node } = params;
  let redirect: string | null = null;
  let wasLocked = false;
  for (;;) {
    if (params.deadline.remainingMs() < ctx.limits.leastMs) {
      return { kind: 'busy', reason: wasLocked ? busyReason : lateReason };
    }
    const step = await attempt(ctx, node, params);
    if (step.kind === 'redirect') {
      const target = findAllowedNode(ctx.nodes, step.to);
      const name = `${step.to.host}:${step.to.port}`;
      if (!target || redirect !== null) {
        return { kind: 'refused', code: ledgerErrorCodes.redirect, info: name };
      }
      redirect = name;
      node = target;
    } else if (step.kind === 'unreachable' && wasLocked) {
      return { kind: 'busy', reason: busyReason };
    } else if (step.kind === 'locked') {
      wasLocked = true;
      const { leastMs, lockRetryMs } = ctx.limits;
      if (params.deadline.remainingMs() <= leastMs + lockRetryMs) {
        return { kind: 'busy', reason: busyReason };
      }
      await pause(ctx.limits.lockRetryMs);
    } else {
      return step.kind === 'accepted' ? { ...step, redirect } : step;
    }
  }
}

async function attempt(ctx: SubmitContext, node: AllowedNode, params: Attempt): Promise<Step> {
  const { request, deadline } = params;
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
    const step = toStep(await session.request({ ...request, timeoutMs }));
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
    const port = new DataView(payload.buffer, payload.byteOffset).getUint16(4, true);
    return { kind: 'redirect', to: { host, port } };
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
