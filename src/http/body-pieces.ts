/** A body in smaller pieces than these keeps the event loop from other work, but for so many of them. */
const leastPieceBytes = 64;
const mostSmallPieces = 5_000;

/** Counts the pieces that a body comes in: each one is an event, however small. @see RFC 9112 §7.1 */
export class BodyPieces {
  #count = 0;
  #bytes = 0;

  /** @returns false where the body comes in crumbs: no more of it is to be read */
  take(piece: Buffer): boolean {
    this.#count += 1;
    this.#bytes += piece.length;
    return this.#count <= mostSmallPieces + this.#bytes / leastPieceBytes;
  }
}
