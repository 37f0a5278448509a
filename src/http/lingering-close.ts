import type { Duplex } from 'node:stream';

/** For so long what a client still sends is read, and thrown away. */
const lingerMs = 5_000;
/** Sends more than anybody who means well: it is cut. */
const mostBytes = 64 * 2 ** 20;

interface Lingering {
  readonly bytesRead: number;
}

const lingering = new WeakMap<Duplex, Lingering>();
const bytesReadOf = (socket: Duplex): number =>
  'bytesRead' in socket ? Number(socket.bytesRead) : 0;

/**
 * Writes the last answer of a connection and ends our side of it. A connection that is closed while its client still sends is
 * reset by the system, and then the client may never see the answer. So the other side is read on, until the client has
 * ended it, for 5 seconds at most.
 *
 * @see RFC 9112 §9.6
 */
export function endLingering(socket: Duplex, answer: string): void {
  lingering.set(socket, { bytesRead: bytesReadOf(socket) });
  socket.end(answer);
  const cut = setTimeout(() => {
    socket.destroy();
  }, lingerMs).unref();
  socket.once('close', () => {
    clearTimeout(cut);
  });
  socket.resume();
}

/** Says that a connection has had its last answer and may still be read: who sends too much is cut here. */
export function isLingering(socket: Duplex): boolean {
  const begun = lingering.get(socket);
  if (!begun) return false;
  if (bytesReadOf(socket) - begun.bytesRead > mostBytes) socket.destroy();
  return true;
}
