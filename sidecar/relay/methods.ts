import type { MethodContext } from '../node/methods/method-context';
import { createSendAgain } from '../node/methods/send-again';
import type { RpcMethod } from '../rpc/dispatcher';

/**
 * The methods of the public relay: `send_again` and no other, because everything else would need a
 * key, and a relay has none.
 */
export function relayMethods(ctx: MethodContext): ReadonlyMap<string, RpcMethod> {
  return new Map([['send_again', createSendAgain(ctx)]]);
}
