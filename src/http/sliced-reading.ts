import type { Socket } from 'node:net';

/** Some 10 of the shortest requests. */
const sliceBytes = 256;

export interface SliceOptions {
  /** Says that nothing may be parsed now. */
  readonly isHeld: () => boolean;
  /** Told of the bytes that wait since the last read; 0: none do. */
  readonly noteUnparsed: (bytes: number) => void;
}

/**
 * Lets the HTTP server parse a connection's bytes a slice at a time, and no further while it is held: the rest waits
 * unparsed until the socket is resumed. By itself the server parses all that one read brings, 64 KiB, that is some 2,500
 * requests, even where the first of them paused or closed the connection.
 *
 * Costs each request some microseconds: Node's parser no longer reads from the system itself. So only connections that
 * are open during a flood have it.
 */
export function readInSlices(socket: Socket, { isHeld, noteUnparsed }: SliceOptions): void {
  // Of the HTTP server. It sees to it that the socket's bytes are events once somebody else listens, too.
  const listeners = socket.listeners('data');
  const [parse] = listeners;
  if (parse === undefined || listeners.length > 1) return;
  socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length && !socket.destroyed; at += sliceBytes) {
      // It is paused where the client does not read its answers. The server resumes it after each request that it has
      // parsed, so that a pause of ours would be none.
      if (isHeld() || socket.isPaused()) {
        socket.pause().unshift(chunk.subarray(at));
        noteUnparsed(chunk.length - at);
        return;
      }
      parse.call(socket, chunk.subarray(at, at + sliceBytes));
    }
    noteUnparsed(0);
  });
}
