import { createHash } from 'node:crypto';
import type { AccountAddress } from '../ledger/address';
import type { AllowedNode } from './allowed-nodes';
import { createDeadline } from './deadline';
import { createKeyedQueue } from './keyed-queue';
import {
  submitRequest,
  type SignedRequest,
  type SubmitContext,
  type SubmitOutcome,
} from './submit';

/** A signed request with its sender and its node. */
export interface Submission extends SignedRequest {
  readonly sender: AccountAddress;
  readonly node: AllowedNode;
  /** The client that asks. Clients that wait take turns. */
  readonly client: string;
}

/**
 * Submits a request at most once at a time to one node: whoever brings bytes that are on their way to it
 * already waits for that flight and gets its answer. Requests of one sender to one node go one after
 * another, those of one client in the order they came. Who sends is only claimed: so a stuck node holds up
 * no request to another, and a client holds up none of another client for longer than one request takes.
 */
export type Submitter = (submission: Submission) => Promise<SubmitOutcome>;

/** Tells `count` what became of each submission. */
export function countOutcomes(submit: Submitter, count: (outcome: string) => void): Submitter {
  return async (submission) => {
    const outcome = await submit(submission);
    count(outcome.kind);
    return outcome;
  };
}

/** A node serves 128 connections; some are left for others. */
const connectionsPerNode = 64;
const maxWaiting = 10_000;
/** Longest queue of one sender at one node, and of one node. A stuck node fills its own queue only. */
const maxWaitingPerSender = 500;
const maxWaitingPerNode = 2000;
/** How many of the sender's queue may be of one client. */
const maxWaitingPerClient = 100;

export function createSubmitter(ctx: SubmitContext): Submitter {
  const flights = new Map<string, Promise<SubmitOutcome>>();
  const senders = createKeyedQueue({
    concurrency: 1,
    maxWaiting,
    maxWaitingPerKey: maxWaitingPerSender,
    maxWaitingPerOrigin: maxWaitingPerClient,
  });
  const nodes = createKeyedQueue({
    concurrency: connectionsPerNode,
    maxWaiting,
    maxWaitingPerKey: maxWaitingPerNode,
    maxWaitingPerOrigin: maxWaitingPerNode,
  });

  async function fly(submission: Submission): Promise<SubmitOutcome> {
    const { sender, node, client: origin, ...request } = submission;
    const deadline = createDeadline(ctx.limits.totalMs);
    const nodeKey = keyOf(node);
    const outcome = await senders.run(`${nodeKey}/${sender.node}-${sender.user}`, {
      deadline,
      origin,
      task: () =>
        nodes.run(nodeKey, {
          deadline,
          origin,
          task: () => submitRequest(ctx, { node, request, deadline }),
        }),
    });
    return outcome ?? { kind: 'busy', reason: 'too many requests are waiting' };
  }

  return function submit(submission) {
    const digest = createHash('sha256')
      .update(submission.data)
      .update(submission.signature)
      .digest('base64');
    const key = `${keyOf(submission.node)}/${digest}`;
    const flying = flights.get(key);
    if (flying) return flying;
    const flight = fly(submission).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}

function keyOf({ host, port }: AllowedNode): string {
  return `${host}:${port}`;
}
