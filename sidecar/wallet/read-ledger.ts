import { LedgerDataError } from '../ledger/errors';
import type { RequestHeader, RequestType } from '../ledger/request';
import { refusal } from '../node/methods/transaction-result';
import type { AllowedNode } from '../node/allowed-nodes';
import type { Submitter } from '../node/submitter';
import { RpcError } from '../rpc/errors';
import type { WalletAccount } from './prepare-transaction';

/** All programs that call a wallet are one client to the nodes. */
export const ownClient = 'wallet';

/** The parts of a wallet that reading needs. */
export interface ReadContext {
  readonly account: WalletAccount;
  readonly submit: Submitter;
}

/** An answer to a read request, with the request as it went out. */
export interface ReadResult<Response> {
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
  readonly response: Response;
  /** `host:port` of the node that the first one sent us to. */
  readonly redirect: string | null;
}

/**
 * Signs a read request, sends it and decodes the answer.
 *
 * @throws {RpcError} LEDGER_REFUSED, BUSY or NODE_UNREACHABLE; reading moves nothing, so a missing or
 * senseless answer counts as not reachable
 */
export async function readLedger<Body extends RequestHeader, Response extends object>(
  { account, submit }: ReadContext,
  params: {
    readonly type: RequestType<Body, Response>;
    readonly body: Body;
    readonly node: AllowedNode;
  },
): Promise<ReadResult<Response>> {
  const { type, body, node } = params;
  const data = type.encode(body);
  const signature = account.key.sign(data);
  const outcome = await submit({
    sender: account.address,
    node,
    data,
    signature,
    client: ownClient,
  });
  if (outcome.kind === 'unknown') throw refusal({ kind: 'unreachable', reason: outcome.reason });
  if (outcome.kind !== 'accepted') throw refusal(outcome);
  try {
    const response = type.decodeResponse(body, outcome.payload);
    return { data, signature, response, redirect: outcome.redirect };
  } catch (cause) {
    if (!(cause instanceof LedgerDataError)) throw cause;
    throw new RpcError('NODE_UNREACHABLE', 'node not reachable: its answer makes no sense', {
      cause,
    });
  }
}
