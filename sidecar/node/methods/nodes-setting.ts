import { LedgerDataError } from '../../ledger/errors';
import { ConfigError, splitList } from '../../rpc/settings';
import { parseAllowedNode, type AllowedNode } from '../allowed-nodes';

/** Reads a list of nodes. @throws {ConfigError} for an empty list and for an entry that is not a node */
export function readNodes(text: string | undefined, name: string): readonly AllowedNode[] {
  const entries = splitList(text);
  if (entries.length === 0) {
    throw new ConfigError(
      `${name} is empty: list the ledger nodes to send to, such as node.example.com:6511`,
    );
  }
  try {
    return entries.map(parseAllowedNode);
  } catch (error) {
    if (error instanceof LedgerDataError) throw new ConfigError(`${name}: ${error.message}`);
    throw error;
  }
}
