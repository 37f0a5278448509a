import { connect, type Socket } from 'node:net';
import type { NodeEndpoint } from './allowed-nodes';
import { createFrameParser, type NodeMessage } from './frames';

/** Why a connection cannot be used any more. The node may have acted or not. */
export class NodeConnectionError extends Error {
  override readonly name = 'NodeConnectionError';
}

/** An item that a connection delivers: a message, or the unframed refusal of a busy node. */
export type NodeEvent = NodeMessage | { readonly kind: 'locked' };

/** One TCP connection to a node. */
export interface NodeConnection {
  write(bytes: Uint8Array): void;
  /**
   * The next thing that the node says; one caller at a time. A time-out closes the connection.
   *
   * @throws {NodeConnectionError}
   */
  receive(timeoutMs: number): Promise<NodeEvent>;
  /** Says that the connection can still be used. It cannot once the node has closed it or has sent bytes unasked. */
  isOpen(): boolean;
  /** Ends the connection; a pending `receive` is rejected. Idempotent. */
  close(): void;
}

/** Times and sizes that bound a connection. */
export interface ConnectionLimits {
  /** From the first packet to the established connection. */
  readonly connectMs: number;
  /** Silence after which a lone word 47 is a refusal and not the start of a response. */
  readonly lockQuietMs: number;
  readonly maxFrameBytes: number;
}

/** Messages that may lie unread: a node only speaks when asked, once each. */
const maxUnread = 2;

/** @throws {NodeConnectionError} when there is no connection within `connectMs` */
export function openConnection(
  { address, family, port }: NodeEndpoint,
  limits: ConnectionLimits,
): Promise<NodeConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, family, port, noDelay: true });
    const onFailure = (reason: string) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new NodeConnectionError(reason));
    };
    const timer = setTimeout(
      () => onFailure(`no connection within ${Math.round(limits.connectMs)} ms`),
      limits.connectMs,
    );
    const onError = (error: NodeJS.ErrnoException) => onFailure(error.code ?? error.message);
    socket.once('error', onError);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve(watchConnection(socket, limits));
    });
  });
}

function watchConnection(socket: Socket, limits: ConnectionLimits): NodeConnection {
  const parser = createFrameParser(limits);
  const unread: NodeEvent[] = [];
  let waiting: PromiseWithResolvers<NodeEvent> | null = null;
  let failure: string | null = null;
  let answerTimer: NodeJS.Timeout | undefined;
  let quietTimer: NodeJS.Timeout | undefined;

  function deliver(event: NodeEvent): void {
    clearTimeout(answerTimer);
    if (waiting) waiting.resolve(event);
    else if (unread.length < maxUnread) unread.push(event);
    else fail('the node spoke without being asked');
    waiting = null;
  }

  function fail(reason: string): void {
    if (failure !== null) return;
    failure = reason;
    clearTimeout(quietTimer);
    clearTimeout(answerTimer);
    socket.destroy();
    if (parser.isLockRefusalPending()) deliver({ kind: 'locked' });
    waiting?.reject(new NodeConnectionError(reason));
    waiting = null;
  }

  socket.on('data', (chunk) => {
    clearTimeout(quietTimer);
    try {
      for (const message of parser.push(chunk)) deliver(message);
    } catch (error) {
      fail(String(error));
    }
    if (parser.isLockRefusalPending()) {
      quietTimer = setTimeout(() => fail('the node is busy'), limits.lockQuietMs);
    }
  });
  socket.on('end', () => fail('the node closed the connection'));
  socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
  socket.on('close', () => fail('the connection is closed'));

  return {
    write: (bytes) => void socket.write(bytes),
    receive(timeoutMs) {
      const event = unread.shift();
      if (event) return Promise.resolve(event);
      if (failure !== null) return Promise.reject(new NodeConnectionError(failure));
      waiting = Promise.withResolvers();
      answerTimer = setTimeout(() => fail('no answer in time'), timeoutMs);
      return waiting.promise;
    },
    isOpen: () => failure === null && unread.length === 0 && parser.isEmpty(),
    close: () => fail('closed by this side'),
  };
}
