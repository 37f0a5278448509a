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

/** Who sends what where. */
export interface Submission extends SignedRequest {
  readonly sender: AccountAddress;
  readonly node: AllowedNode;
}

/**
 * Submits a request at most once at a time: whoever brings bytes that are on their way already waits
 * for that flight and gets its answer. Requests of one sender to one node go one after another, in the
 * order they came; a node that is stuck holds up none to another, because who sends is only claimed.
 */
export type Submitter = (submission: Submission) => Promise<SubmitOutcome>;

/** A node serves 128 connections; some are left for others. */
const connectionsPerNode = 64;
const maxWaiting = 10_000;
/** The longest queues of one sender at a node and of one node; a stuck node fills its own and no other's. */
const maxWaitingPerSender = 500;
const maxWaitingPerNode = 2000;

export function createSubmitter(ctx: SubmitContext): Submitter {
  const flights = new Map<string, Promise<SubmitOutcome>>();
  const senders = createKeyedQueue({
    concurrency: 1,
    maxWaiting,
    maxWaitingPerKey: maxWaitingPerSender,
  });
  const nodes = createKeyedQueue({
    concurrency: connectionsPerNode,
    maxWaiting,
    maxWaitingPerKey: maxWaitingPerNode,
  });

  async function fly({ sender, node, ...request }: Submission): Promise<SubmitOutcome> {
    const deadline = createDeadline(ctx.limits.totalMs);
    const nodeKey = `${node.host}:${node.port}`;
    const outcome = await senders.run(`${nodeKey}/${sender.node}-${sender.user}`, {
      deadline,
      task: () =>
        nodes.run(nodeKey, {
          deadline,
          task: () => submitRequest(ctx, { node, request, deadline }),
        }),
    });
    return outcome ?? { kind: 'busy', reason: 'too many requests are waiting' };
  }

  return function submit(submission) {
    const key = createHash('sha256')
      .update(submission.data)
      .update(submission.signature)
      .digest('base64');
    const flying = flights.get(key);
    if (flying) return flying;
    const flight = fly(submission).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
