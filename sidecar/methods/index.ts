import type { AllowedNode } from '../node/allowed-nodes';
import type { Submitter } from '../node/submitter';
import type { RpcMethod } from '../rpc/dispatcher';
import { createSendAgain } from './send-again';

/** What methods reach the world through. */
export interface MethodContext {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** In configuration order; the first is the default. */
  readonly nodes: readonly AllowedNode[];
  readonly submit: Submitter;
}

/**
 * The methods of the public relay: `send_again` and no other, because everything else would need a
 * key, and a relay has none.
 */
export function relayMethods(ctx: MethodContext): ReadonlyMap<string, RpcMethod> {
  return new Map([['send_again', createSendAgain(ctx)]]);
}
