import { findAllowedNode, type AllowedNode } from '../allowed-nodes';
import { invalidParams } from '../../rpc/params';

/** Members that choose among the configured nodes. */
export const nodeParams = { _host: 'string', _port: 'integer' } as const;

/**
 * Finds the configured node that a call names, or the first one if it names none. Looks nothing up and opens
 * no connection.
 *
 * @throws {RpcError} INVALID_PARAMS when the pair is not configured
 */
export function requireNode(
  nodes: readonly AllowedNode[],
  given: { readonly _host?: string; readonly _port?: number },
): AllowedNode {
  const node = findAllowedNode(nodes, { host: given._host, port: given._port });
  if (node) return node;
  const names = (['_host', '_port'] as const).filter((name) => given[name] !== undefined);
  const reason = ['does not name a node that is configured here'];
  throw invalidParams(new Map(names.map((name) => [name, reason])));
}
