/** How long a changed address waits: its owner is told by mail, and may not have been the one who changed it. */
const heldForMs = 24 * 60 * 60 * 1000;

/** When an address that was changed begins to be paid at. */
export function goodFromOf(changedAt: Date): Date {
  return new Date(changedAt.getTime() + heldForMs);
}
