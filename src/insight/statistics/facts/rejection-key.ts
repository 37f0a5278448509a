import type { EventKind } from '../../../market/events/event-token';
import { type RejectionReason, rejectionReasons } from '../../../money/verification/verdict';

/** One kind of event and one reason, as cells are stored: `impression:<reason>` and `click:<reason>`. */
export type RejectionKey = `${EventKind}:${RejectionReason}`;

interface Rejection {
  readonly kind: EventKind;
  readonly reason: RejectionReason;
}

const kinds: readonly EventKind[] = ['impression', 'click'];

/** All that there are, by their keys. */
export const rejections: ReadonlyMap<RejectionKey, Rejection> = new Map(
  kinds.flatMap((kind) =>
    rejectionReasons.map((reason) => [`${kind}:${reason}`, { kind, reason }] as const),
  ),
);
