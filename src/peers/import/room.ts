/** Creatives, and the bytes of them and their campaigns, as `heldBytes` counts. */
export interface Room {
  readonly creatives: number;
  readonly bytes: number;
}

/** The part of a peer in what all peers share. */
export interface RoomOfPeer {
  /** Here, or reserved by an import that is under way. */
  readonly held: Room;
  /** Of its last list, had there been room for all of it. */
  readonly wanted: Room;
}

export const noRoom: Room = { creatives: 0, bytes: 0 };

/**
 * Divides what all peers share. Who comes first may have more than its even share, as far as the others leave it, but
 * gives back what others want of their own even shares. So no list brings all above the most, a peer keeps what it has
 * within its share, and a small one has its room after the next lists of the large ones, however much these have.
 *
 * @param others all others whose campaigns may come here
 * @returns how much of what it wants a peer may have now
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
    // Others are above the most where they were allowed again with all that they had: nobody else makes room for them.
    const open = Math.max(free, Math.min(peer.held[unit], share));
    return Math.min(peer.wanted[unit], open, Math.max(share, unclaimed));
  };
  return { creatives: divide('creatives'), bytes: divide('bytes') };
}
