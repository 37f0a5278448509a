import type { NodeEndpoint } from './allowed-nodes';
import { NodeConnectionError, openConnection, type ConnectionLimits } from './connection';
import { encodeRequest, hello, protocolVersion } from './frames';

/** A node's answer to one request; `locked` means that it was not looked at. */
export type NodeReply =
  | { readonly kind: 'response'; readonly code: number; readonly payload: Uint8Array }
  | { readonly kind: 'locked' };

/** A connection whose handshake is done; requests go one after another. */
export interface NodeSession {
  /** From here on the node may act, whatever becomes of the answer. @throws {NodeConnectionError} */
  request(params: NodeRequest): Promise<NodeReply>;
  /** Says that another request can be made. */
  isOpen(): boolean;
  close(): void;
}

/** A request body, its signature, and how long its answer is waited for. */
export interface NodeRequest {
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
  readonly timeoutMs: number;
}

/** The node speaks another version of the protocol; it has not seen a request. */
export class VersionMismatchError extends Error {
  override readonly name = 'VersionMismatchError';
}

/**
 * Connects and shakes hands. The request waits for the node's hello, which costs a round trip and
 * buys certainty: when something fails before the hello, the node has not acted.
 *
 * @param limits `helloMs` bounds the handshake
 * @throws {NodeConnectionError}
 * @throws {VersionMismatchError}
 */
export async function openSession(
  endpoint: NodeEndpoint,
  limits: ConnectionLimits & { readonly helloMs: number },
): Promise<NodeSession> {
  const connection = await openConnection(endpoint, limits);
  try {
    connection.write(hello);
    const greeting = await connection.receive(limits.helloMs);
    if (greeting.kind !== 'hello') throw new NodeConnectionError('the node did not greet');
    if (!greeting.isAccepted) {
      throw new VersionMismatchError(
        `Version mismatch client(${protocolVersion}) <> node(${greeting.version})`,
      );
    }
    if (!connection.isOpen()) {
      // Bytes that are here already would be taken for the answer.
      throw new NodeConnectionError('the node spoke without being asked');
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    async request({ data, signature, timeoutMs }) {
      connection.write(encodeRequest(data, signature));
      const reply = await connection.receive(timeoutMs);
      if (reply.kind === 'hello') throw new NodeConnectionError('the node greeted twice');
      return reply;
    },
    isOpen: () => connection.isOpen(),
    close: () => connection.close(),
  };
}
