/** Room for creatives, and for the bytes of creatives and their campaigns, as `heldBytes` counts them. */
export interface Room {
  readonly creatives: number;
  readonly bytes: number;
}

/** The room that a peer holds and wants. */
export interface RoomOfPeer {
  /** Taken, or reserved by an import that is under way. */
  readonly held: Room;
  /** Needed by the whole of the peer's last list. */
  readonly wanted: Room;
}

export const noRoom: Room = { creatives: 0, bytes: 0 };

/**
 * Divides the room that all peers share. A peer may take more than its even share while others leave room, and gives it
 * back, with its next list, when others want their own even shares. So the peers never take more than there is, a
 * peer keeps what it holds within its share, and a small peer gets its room after the next lists of the large peers.
 *
 * @param others all other peers whose campaigns may come here
 * @param most the room of all peers together
 * @returns the room that the peer may take now, at most what it wants
 */
export function divideRoom(peer: RoomOfPeer, others: readonly RoomOfPeer[], most: Room): Room {
  const divide = (unit: keyof Room) => {
    const share = Math.floor(most[unit] / (others.length + 1));
    let free = most[unit];
    let unclaimed = most[unit];
    for (const other of others) {
      const held = other.held[unit];
      free -= held;
      unclaimed -= Math.max(held, Math.min(other.wanted[unit], share));
    }
    // `free` is below 0 where peers were allowed again with all that they held. Within its share a peer keeps its room all the same.
    const open = Math.max(free, Math.min(peer.held[unit], share));
    return Math.min(peer.wanted[unit], open, Math.max(share, unclaimed));
  };
  return { creatives: divide('creatives'), bytes: divide('bytes') };
}
